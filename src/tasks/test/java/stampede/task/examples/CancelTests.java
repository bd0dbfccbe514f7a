package stampede.task.examples;

import static java.time.Duration.ofHours;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.task.SendOption.in;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.history.TaskResults;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.TaskState;
import stampede.task.Tasks;
import stampede.task.testing.TaskTest;
import stampede.task.testing.VirtualClock;

/** A task can be called off before it begins, and told so while it runs. */
@TaskTest
class CancelTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private TaskResults results;

    @Autowired
    private VirtualClock clock;

    @Autowired
    private VideoTasks videos;

    @Test
    void doesNotBeginWhatWasCalledOff() {
        var id = tasks.send(new EncodeVideo("waiting"), in(ofHours(1)));

        tasks.cancel(id);
        clock.advance(ofHours(1));

        await().untilAsserted(() -> assertThat(results.state(id)).isEqualTo(TaskState.CANCELLED));
        assertThat(videos.begun).doesNotContain("waiting");
    }

    @Test
    void interruptsWhatRuns() {
        var id = tasks.send(new EncodeVideo("running"));
        await().untilAsserted(() -> assertThat(videos.begun).contains("running"));

        tasks.cancel(id);

        await().untilAsserted(() -> assertThat(results.state(id)).isEqualTo(TaskState.CANCELLED));
    }

    record EncodeVideo(String file) {}

    @TaskHandlers
    static class VideoTasks {

        final List<String> begun = new CopyOnWriteArrayList<>();
        private final CountDownLatch end = new CountDownLatch(1);

        /** It takes for ever, unless it is interrupted. Code that never waits asks {@code context.isCancelled()} instead. */
        @Task(name = "video.encode", queue = "videos")
        void encode(EncodeVideo task) throws InterruptedException {
            begun.add(task.file());
            end.await();
        }
    }
}
