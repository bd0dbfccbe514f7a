package stampede.task.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.task.NoRetry;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.TaskId;
import stampede.task.Tasks;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.task.testing.TaskTest;

/** A task that was given up is kept for a person, who mends what was wrong and replays it. */
@TaskTest
class DeadTaskTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private DeadTasks dead;

    @Autowired
    private LetterTasks letters;

    @Test
    void runsOnceMoreWhatIsReplayed() {
        letters.stamps = Optional.empty();
        var id = tasks.send(new SendLetter("Dear Wang"));
        var death = await().until(() -> find(id), Optional::isPresent).orElseThrow();
        assertThat(death.error()).contains("out of stamps");
        assertThat(death.body()).contains("Dear Wang");

        letters.stamps = Optional.of("dragon");
        dead.replay(death.id());

        await().untilAsserted(() -> assertThat(letters.sent).containsExactly("Dear Wang with a dragon"));
    }

    private Optional<DeadTask> find(TaskId id) {
        return dead.list(DeadTask.Status.DEAD, Long.MAX_VALUE, 100).stream()
                .filter(task -> task.taskId().equals(id))
                .findFirst();
    }

    record SendLetter(String text) {}

    @TaskHandlers
    static class LetterTasks {

        final List<String> sent = new CopyOnWriteArrayList<>();
        volatile Optional<String> stamps = Optional.empty();

        @Task(name = "letter.send", queue = "letters")
        @NoRetry(IllegalStateException.class)
        void send(SendLetter task) {
            var stamp = stamps.orElseThrow(() -> new IllegalStateException("out of stamps"));
            sent.add(task.text() + " with a " + stamp);
        }
    }
}
