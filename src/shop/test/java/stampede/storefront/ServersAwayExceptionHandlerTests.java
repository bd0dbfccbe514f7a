package stampede.storefront;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What a page answers whose database fails. */
class ServersAwayExceptionHandlerTests {

    private final MockMvcTester pages = MockMvcTester.create(MockMvcBuilders.standaloneSetup(new FaultyPages())
            .setControllerAdvice(new ServersAwayExceptionHandler())
            .build());

    @Test
    void asksToComeBackWhereTheDatabaseTakesNoWrites() {
        assertThat(pages.get().uri("/read-only").exchange()).hasStatus(503).hasHeader("Retry-After", "2");
    }

    @Test
    void leavesAFaultAFault() {
        assertThat(pages.get().uri("/fault").exchange())
                .failure()
                .rootCause()
                .isInstanceOf(DataAccessException.class)
                .hasMessage("no such table");
    }

    @RestController
    static class FaultyPages {

        @GetMapping("/read-only")
        String readOnly() {
            throw new UncategorizedSQLException(
                    "update", null, new SQLException("running with the --read-only option", "HY000", 1290));
        }

        @GetMapping("/fault")
        String fault() {
            throw new InvalidDataAccessResourceUsageException("no such table");
        }
    }
}
