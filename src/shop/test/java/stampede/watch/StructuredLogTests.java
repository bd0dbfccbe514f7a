package stampede.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stampede.testing.JavaProcess;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the log's file looks like: JSON in production and where it is asked for, else text. */
class StructuredLogTests {

    private static final int LONGEST_TRACE = 16_500;

    private final Path place;

    StructuredLogTests(@TempDir Path place) {
        this.place = place;
    }

    @Test
    void eachLineOfProductionsFileIsAnEventOfTheCommonSchema() throws Exception {
        var events = events(written("--spring.profiles.active=production", "--STAMPEDE_NODE=w1"));

        assertThat(events).hasSizeGreaterThan(2).allSatisfy(event -> {
            assertThat(Instant.parse(event.path("@timestamp").asString())).isAfter(Instant.EPOCH);
            assertThat(event.path("log").path("level").asString()).isNotBlank();
            assertThat(event.path("message").asString()).isNotBlank();
            assertThat(event.path("service").path("name").asString()).isEqualTo("stampede");
            assertThat(event.path("service").path("environment").asString()).isEqualTo("production");
            assertThat(event.path("service").path("node").path("name").asString())
                    .isEqualTo("w1");
        });
        assertThat(found(events, "A plain line")).contains("\"quotes\" and\nanother line");
        assertThat(events)
                .filteredOn(event -> event.path("message").asString().startsWith("Offer 42"))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.path("offer").asString()).isEqualTo("42");
                    assertThat(event.path("order").asString()).isEqualTo("77");
                });
    }

    @Test
    void aStackTraceIsBoundedAndBeginsWithItsReason() throws Exception {
        var failed = events(written("--spring.profiles.active=demo", "--STAMPEDE_LOG_FORMAT=ecs")).stream()
                .filter(event -> event.path("message").asString().equals("It failed"))
                .findFirst()
                .orElseThrow();

        var trace = failed.path("error").path("stack_trace").asString();
        assertThat(trace)
                .hasSizeLessThan(LONGEST_TRACE)
                .startsWith("java.lang.IllegalStateException: the reason itself");
    }

    @Test
    void isPlainTextWhereNobodyAskedForJson() throws Exception {
        assertThat(written("--spring.profiles.active=demo"))
                .anySatisfy(line -> assertThat(line).contains("Offer 42 was not audited"))
                .noneSatisfy(line -> assertThat(line).startsWith("{"));
    }

    private List<String> written(String... arguments) throws IOException {
        var file = place.resolve("shop.log");
        var all = new ArrayList<>(List.of(arguments));
        all.add("--logging.file.name=" + file);
        JavaProcess.start(LogWriter.class, List.of(), all, place.resolve("out")).awaitSuccess(Duration.ofMinutes(2));
        return Files.readAllLines(file);
    }

    private static List<JsonNode> events(List<String> lines) {
        return lines.stream().map(line -> new JsonMapper().readTree(line)).toList();
    }

    private static String found(List<JsonNode> events, String beginning) {
        return events.stream()
                .map(event -> event.path("message").asString())
                .filter(message -> message.startsWith(beginning))
                .findFirst()
                .orElseThrow();
    }
}
