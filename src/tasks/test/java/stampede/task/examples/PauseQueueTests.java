package stampede.task.examples;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.TaskId;
import stampede.task.Tasks;
import stampede.task.admin.TaskQueue;
import stampede.task.admin.TaskQueues;
import stampede.task.testing.TaskTest;

/** A queue is paused, watched and resumed while everything runs; workers that start later obey too. */
@TaskTest
class PauseQueueTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private TaskQueues queues;

    @Autowired
    private BackupTasks backups;

    private final List<TaskId> sent = new ArrayList<>();

    @Test
    void takesNothingWhilePaused() {
        queues.pause("backups");
        await().during(ofMillis(500)).until(() -> {
            sent.add(tasks.send(new BackUp("photos")));
            return queues.find("backups").flatMap(TaskQueue::ready).orElse(0L) > 0;
        });
        assertThat(backups.done).hasSizeLessThan(sent.size());

        queues.resume("backups");
        await().untilAsserted(() -> assertThat(backups.done).hasSameSizeAs(sent));
    }

    record BackUp(String folder) {}

    @TaskHandlers
    static class BackupTasks {

        final List<String> done = new CopyOnWriteArrayList<>();

        @Task(name = "backup.run", queue = "backups")
        void run(BackUp task) {
            done.add(task.folder());
        }
    }
}
