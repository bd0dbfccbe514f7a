package stampede.task.event;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.spi.AttemptEnd;
import stampede.task.spi.TaskMessage;
import stampede.task.spi.TaskStep;

class TaskEventLogTests {

    private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    private final Logger logger = (Logger) LoggerFactory.getLogger(TaskEventLog.NAME);
    private final Thread thread = Thread.currentThread();

    /** Of this test alone: nodes of tests beside it write there too. */
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>() {

        @Override
        protected void append(ILoggingEvent line) {
            if (Thread.currentThread() == thread) {
                super.append(line);
            }
        }
    };

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void listenNoMore() {
        logger.detachAppender(lines);
    }

    @Test
    void writesAFailedAttemptAsALineThatCanBeTakenApart() {
        log(TaskWatchProperties.Events.FAILURES)
                .observe(step(TaskState.RETRY, "java.io.IOException: \"no\" route\n\tat x"));

        assertThat(lines.list).singleElement().satisfies(line -> {
            assertThat(line.getFormattedMessage())
                    .isEqualTo("event=task.retry task=order.close id=7f queue=orders attempt=2"
                            + " trace_id=4bf92f3577b34da6a3ce929d0e0e4736 runtime_ms=12 next=2026-11-22T00:00:10Z"
                            + " error=\"java.io.IOException: \\\"no\\\" route\"");
            assertThat(line.getKeyValuePairs()).extracting(pair -> pair.key).contains("task", "runtime_ms", "error");
        });
    }

    @Test
    void isSilentAboutWhatWasNotAskedFor() {
        log(TaskWatchProperties.Events.NONE).observe(step(TaskState.FAILURE, "x"));
        log(TaskWatchProperties.Events.FAILURES).observe(step(TaskState.SUCCESS, "x"));
        log(TaskWatchProperties.Events.ENDS).observe(step(TaskState.STARTED, "x"));
        assertThat(lines.list).isEmpty();

        log(TaskWatchProperties.Events.ALL).observe(step(TaskState.STARTED, "x"));
        assertThat(lines.list).hasSize(1);
    }

    @Test
    void tellsOfAHopelessTaskOnceAndHowOftenItRan() {
        var log = log(TaskWatchProperties.Events.ALL);
        log.observe(step(TaskState.RETRY, 1, "bad", true));
        log.observe(step(TaskState.FAILURE, 2, "bad", true));

        assertThat(lines.list)
                .singleElement()
                .satisfies(line -> assertThat(line.getFormattedMessage())
                        .startsWith("event=task.failure")
                        .contains(" attempt=1 ", " error=bad")
                        .doesNotContain("runtime_ms"));
    }

    @Test
    void letsNobodyForgeALine() {
        log(TaskWatchProperties.Events.FAILURES).observe(step(TaskState.FAILURE, "x\u2028\r\nevent=task.success"));

        assertThat(lines.list.get(0).getFormattedMessage()).doesNotContain("\n", "\r", "\u2028", "task.success");
    }

    private static TaskEventLog log(TaskWatchProperties.Events events) {
        return new TaskEventLog(new TaskWatchProperties(events, Duration.ofSeconds(5)));
    }

    private static TaskStep step(TaskState state, String error) {
        return step(state, 2, error, false);
    }

    private static TaskStep step(TaskState state, int attempt, String error, boolean hopeless) {
        var headers = Map.<String, @Nullable Object>of("traceparent", TRACE);
        var at = Instant.parse("2026-11-22T00:00:00Z");
        return new TaskStep(
                state,
                new TaskMessage(
                        new TaskId("7f"), "order.close", "orders", attempt, Optional.empty(), headers, new byte[0]),
                at,
                Optional.of(new AttemptEnd(
                        Optional.empty(),
                        Optional.of(error),
                        Optional.empty(),
                        Duration.ofMillis(12),
                        Optional.of(at.plusSeconds(10)),
                        hopeless)));
    }
}
