package stampede.task.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.task.SendOption.id;
import static stampede.task.SendOption.queue;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;
import stampede.history.TaskHistory;
import stampede.history.TaskRun;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.TaskId;
import stampede.task.Tasks;
import stampede.task.testing.TaskTest;

/** A task can be sent to another queue than its own, which the settings declare, and under an id that the sender chooses. */
@TaskTest
@TestPropertySource(properties = "stampede.task.queues.[exports.urgent].concurrency=2")
class ChooseQueueTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private TaskHistory history;

    @Autowired
    private ExportTasks exports;

    @Test
    void waitsInAnotherQueue() {
        var chosen = new TaskId("export-for-the-boss");

        tasks.send(new ExportOrders("2026"), queue("exports.urgent"), id(chosen));

        await().untilAsserted(() -> assertThat(exports.done).contains("2026"));
        await().untilAsserted(() ->
                assertThat(history.find(chosen)).map(TaskRun::queue).contains("exports.urgent"));
    }

    record ExportOrders(String year) {}

    @TaskHandlers
    static class ExportTasks {

        final List<String> done = new CopyOnWriteArrayList<>();

        @Task(name = "export.orders", queue = "exports")
        void export(ExportOrders task) {
            done.add(task.year());
        }
    }
}
