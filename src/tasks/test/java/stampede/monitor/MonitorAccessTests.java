package stampede.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.task.admin.TaskQueues;
import stampede.testing.ErrandTasks;

/** Who sees the monitor and who acts, in an application that knows people in its own way and has no Spring Security. */
@MonitorTest
class MonitorAccessTests {

    private static final String PAUSE = MonitorTest.PATH + "/queues/pause";
    private static final Map<String, String> QUEUE = Map.of("queue", ErrandTasks.QUEUE);

    @LocalServerPort
    private int port;

    @Autowired
    private TaskQueues queues;

    @Autowired
    private RecordedAudit audit;

    @ParameterizedTest
    @ValueSource(strings = {"", "/queues", "/dead", "/schedules", "/workers", "/api", "/api/queues", "/api/workers"})
    void showsNothingToWhomItIsNotOpen(String page) {
        assertThat(new MonitorBrowser(port, Map.of())
                        .open(MonitorTest.PATH + page)
                        .statusCode())
                .isEqualTo(403);
        assertThat(MonitorBrowser.as("shopper", port)
                        .open(MonitorTest.PATH + page)
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void showsReadersEverythingButTheButtons() {
        var reader = MonitorBrowser.as("reader", port);
        var operator = MonitorBrowser.as("operator", port);

        for (var page : List.of("/schedules", "/queues/one?queue=" + ErrandTasks.QUEUE)) {
            assertThat(operator.read(MonitorTest.PATH + page)).contains("method=\"post\"");
            assertThat(reader.open(MonitorTest.PATH + page).statusCode()).isEqualTo(200);
            assertThat(reader.read(MonitorTest.PATH + page)).doesNotContain("method=\"post\"");
        }
    }

    @Test
    void letsReadersChangeNothing() {
        assertThat(MonitorBrowser.as("reader", port).post(PAUSE, QUEUE).statusCode())
                .isEqualTo(403);
        assertThat(new MonitorBrowser(port, Map.of()).post(PAUSE, QUEUE).statusCode())
                .isEqualTo(403);

        assertThat(isPaused()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "Sec-Fetch-Site, cross-site",
        "Sec-Fetch-Site, same-site",
        "Origin, https://evil.example",
        "Origin, null",
        "Origin, http://127.0.0.1:1",
    })
    void changesNothingForAFormOfAnotherSite(String header, String value) {
        var answer = MonitorBrowser.as("operator", port).with(header, value).post(PAUSE, QUEUE);

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(isPaused()).isFalse();
    }

    @Test
    void changesWhatItsOwnFormsSay() {
        var operator = MonitorBrowser.as("operator", port);
        for (var browser : List.of(
                operator,
                operator.with("Sec-Fetch-Site", "same-origin"),
                operator.with("Origin", "http://127.0.0.1:" + port))) {
            try {
                assertThat(browser.post(PAUSE, QUEUE).statusCode()).isEqualTo(302);
                assertThat(isPaused()).isTrue();
            } finally {
                queues.resume(ErrandTasks.QUEUE);
            }
        }
        assertThat(audit.count("QUEUE_PAUSED", "queue:" + ErrandTasks.QUEUE)).isGreaterThanOrEqualTo(3);
    }

    @Test
    void changesNothingForALink() {
        var answer = MonitorBrowser.as("operator", port).open(PAUSE + "?queue=" + ErrandTasks.QUEUE);

        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(isPaused()).isFalse();
    }

    private boolean isPaused() {
        return queues.find(ErrandTasks.QUEUE).orElseThrow().paused();
    }
}
