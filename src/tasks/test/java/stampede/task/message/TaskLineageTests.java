package stampede.task.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.support.Trace;
import stampede.task.TaskId;
import stampede.task.Tasks;
import stampede.task.engine.Errands;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.TaskEngineTest;

/** Traces and families: both follow a task wherever it goes. */
@TaskEngineTest
class TaskLineageTests {

    private static final Trace SENDER = new Trace("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7", "01", "v=1");

    @Autowired
    private Tasks tasks;

    @Autowired
    private Errands errands;

    @Autowired
    private EnvelopeConverter format;

    @Autowired
    private TransactionTemplate transaction;

    private final String key = UUID.randomUUID().toString();
    private final List<Trace> seen = new CopyOnWriteArrayList<>();
    private final Map<String, String> inTheLog = new ConcurrentHashMap<>();

    @BeforeEach
    void look() {
        errands.when(key, (number, attempt) -> {
            seen.add(Trace.current().orElseThrow());
            inTheLog.put("trace", MDC.get("traceId"));
            if (number == 1 && attempt == 1) {
                throw new IllegalStateException("once more");
            }
        });
    }

    @Test
    void aHandlerRunsInTheTraceOfTheSender() {
        sendTraced(0);

        await().until(() -> seen.size() == 1);
        assertThat(seen.get(0).id()).isEqualTo(SENDER.id());
        assertThat(seen.get(0).span()).isNotEqualTo(SENDER.span());
        assertThat(seen.get(0).flags()).isEqualTo("01");
        assertThat(seen.get(0).state()).isEqualTo("v=1");
        assertThat(inTheLog).containsEntry("trace", SENDER.id());
    }

    @Test
    void theTraceOutlivesTheOutboxAndEveryRetry() {
        transaction.executeWithoutResult(status -> sendTraced(1));

        await().until(() -> seen.size() == 2);
        assertThat(seen).extracting(Trace::id).containsOnly(SENDER.id());
        assertThat(seen).extracting(Trace::span).doesNotHaveDuplicates();
    }

    @Test
    void aTaskThatNobodyTracedBeginsATraceOfItsOwn() {
        tasks.send(new Errand(key, 0));
        tasks.send(new Errand(key, 0));

        await().until(() -> seen.size() == 2);
        assertThat(seen).extracting(Trace::id).doesNotHaveDuplicates();
    }

    @Test
    void whatAHandlerSendsHangsUnderItsTask() throws Exception {
        var root =
                Map.<String, @Nullable Object>of("id", "parent-1", "root_id", "root-1", "traceparent", SENDER.parent());

        var headers = TaskLineage.within(
                new Envelope(root, new byte[0]),
                new TaskId("parent-1"),
                () -> format.write("errand.run", TaskId.random(), new Errand(key, 0), Optional.empty())
                        .headers());

        assertThat(headers).containsEntry("root_id", "root-1").containsEntry("parent_id", "parent-1");
        assertThat(String.valueOf(headers.get("traceparent")))
                .contains(SENDER.id())
                .doesNotContain(SENDER.span());
        assertThat(Trace.current()).isEmpty();
    }

    @Test
    void whatIsSentOutsideOfTasksIsItsOwnRootAndCarriesNoTrace() {
        var id = TaskId.random();

        var headers = format.write("errand.run", id, new Errand(key, 0), Optional.empty())
                .headers();

        assertThat(headers).containsEntry("root_id", id.value()).containsEntry("parent_id", null);
        assertThat(headers).doesNotContainKey("traceparent");
    }

    private void sendTraced(int number) {
        var step = SENDER.open();
        try {
            tasks.send(new Errand(key, number));
        } finally {
            step.close();
        }
    }
}
