package stampede.api.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Locale;
import org.hibernate.TransactionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.context.support.ResourceBundleMessageSource;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.orm.jpa.JpaSystemException;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.servlet.i18n.AcceptHeaderLocaleResolver;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.databind.json.JsonMapper;

/** What a client learns of a fault, and what the log does. */
@ExtendWith(OutputCaptureExtension.class)
class ApiFaultTests {

    private final MockMvcTester api = MockMvcTester.create(MockMvcBuilders.standaloneSetup(new FaultyApi())
            .setControllerAdvice(advice())
            .build());

    @Test
    void aFaultIsLoggedOnceAndToldWithoutDetails(CapturedOutput output) {
        var answer = api.get().uri("/api/fault").exchange();

        assertThat(answer).hasStatus(500).bodyText().contains("FAULT").doesNotContain("secret");
        assertThat(output.getAll().split("A request to the JSON API failed", -1))
                .hasSize(2);
        assertThat(output).contains("secret of the house");
    }

    @Test
    void aServerThatDoesNotAnswerIsNoFaultOfTheRequest(CapturedOutput output) {
        assertThat(api.get().uri("/api/away").exchange())
                .hasStatus(503)
                .hasHeader("Retry-After", "2")
                .bodyText()
                .contains("BUSY")
                .doesNotContain("10.1.2.3");
        assertThat(output)
                .contains("A server behind the shop does not answer: 10.1.2.3 did not answer")
                .doesNotContain("\tat ");
    }

    @Test
    void norIsALineThatBreaksInTheMiddle(CapturedOutput output) {
        assertThat(api.get().uri("/api/broken").exchange())
                .hasStatus(503)
                .hasHeader("Retry-After", "2")
                .bodyText()
                .contains("BUSY");
        assertThat(output)
                .contains("A server behind the shop does not answer: Communications link failure The last packet")
                .doesNotContain("\tat ");
    }

    /** Spring has no class of its own for any of these. */
    @ParameterizedTest
    @CsvSource({
        "/api/read-only, running with the --read-only option",
        "/api/shut-down, Server shutdown in progress",
        "/api/evicted, Connection is closed"
    })
    void norIsADatabaseWhosePlaceAnotherTakes(String path, String reason, CapturedOutput output) {
        assertThat(api.get().uri(path).exchange())
                .hasStatus(503)
                .hasHeader("Retry-After", "2")
                .bodyText()
                .contains("BUSY");
        assertThat(output)
                .contains("A server behind the shop does not answer: " + reason)
                .doesNotContain("\tat ");
    }

    @Test
    void aClientThatWentBeforeItHadItsAnswerIsNoFault(CapturedOutput output) {
        assertThat(api.get().uri("/api/hung-up").exchange()).bodyText().isEmpty();
        assertThat(output).doesNotContain("A request to the JSON API failed");
    }

    private static ApiExceptionHandler advice() {
        LocaleContextHolder.setLocale(Locale.ENGLISH);
        var messages = new ResourceBundleMessageSource();
        messages.setBasename("messages");
        messages.setDefaultEncoding("UTF-8");
        messages.setFallbackToSystemLocale(false);
        return new ApiExceptionHandler(
                new ProblemWriter(messages, new AcceptHeaderLocaleResolver(), new JsonMapper()),
                new FieldProblems(messages));
    }

    @RestController
    static class FaultyApi {

        @GetMapping("/api/fault")
        String fault() {
            throw new IllegalStateException("a secret of the house");
        }

        @GetMapping("/api/broken")
        String broken() {
            throw new RecoverableDataAccessException(
                    "broken", new SQLException("Communications link failure\n\nThe last packet was sent"));
        }

        @GetMapping("/api/read-only")
        String readOnly() {
            throw new UncategorizedSQLException(
                    "update", null, new SQLException("running with the --read-only option", "HY000", 1290));
        }

        @GetMapping("/api/shut-down")
        String shutDown() {
            throw new UncategorizedSQLException(
                    "commit", null, new SQLException("Server shutdown in progress", "70100", 1053));
        }

        /** As it comes from a transaction whose connection the pool has closed. */
        @GetMapping("/api/evicted")
        String evicted() {
            throw new JpaSystemException(new TransactionException(
                    "Unable to rollback against JDBC Connection", new SQLException("Connection is closed")));
        }

        /** As it comes out of an answer that is written while its client hangs up. */
        @GetMapping("/api/hung-up")
        String hungUp() {
            throw JacksonIOException.construct(
                    new AsyncRequestNotUsableException("failed to flush", new IOException("Broken pipe")));
        }

        @GetMapping("/api/away")
        String away() {
            throw new QueryTimeoutException("10.1.2.3 did not answer");
        }
    }
}
