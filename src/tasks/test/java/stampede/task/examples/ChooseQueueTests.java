package stampede.task.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.task.SendOption.id;
import static stampede.task.SendOption.queue;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.history.TaskHistory;
import stampede.history.TaskRun;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.TaskId;
import stampede.task.Tasks;
import stampede.task.testing.TaskTest;

/** A task can be sent to another queue than its own, and under an id that the sender chooses. */
@TaskTest
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

    record ExportAtOnce(String year) {}

    @TaskHandlers
    static class ExportTasks {

        final List<String> done = new CopyOnWriteArrayList<>();

        @Task(name = "export.orders", queue = "exports")
        void export(ExportOrders task) {
            done.add(task.year());
        }

        /** Some task has to declare a queue. */
        @Task(name = "export.at-once", queue = "exports.urgent")
        void exportAtOnce(ExportAtOnce task) {
            done.add(task.year());
        }
    }
}
