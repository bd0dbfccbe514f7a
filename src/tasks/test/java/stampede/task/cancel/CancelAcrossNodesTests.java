package stampede.task.cancel;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.task.SendOption.in;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import stampede.task.TaskId;
import stampede.task.engine.Errands;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.TaskNode;
import stampede.testing.Apart;

@Apart
class CancelAcrossNodesTests {

    private final String prefix = TaskNode.somePrefix();
    private final String key = UUID.randomUUID().toString();

    @Test
    void holdsOnEveryNodeAndAfterARestart() throws InterruptedException {
        TaskId later;
        try (var worker = TaskNode.start(prefix, "errands.tidy-up=false")) {
            var begun = new CountDownLatch(1);
            var interrupted = new CountDownLatch(1);
            worker.errands().when(key, (number, attempt) -> {
                begun.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException told) {
                    interrupted.countDown();
                    throw told;
                }
            });
            try (var sender = TaskNode.start(prefix, "stampede.roles=web", "errands.tidy-up=false")) {
                var running = sender.tasks().send(new Errand(key, 1));
                begun.await();
                later = sender.tasks().send(new Errand(key, 2), in(Duration.ofMillis(1_500)));

                assertThat(sender.tasks().cancel(running)).isTrue();
                await().atMost(ofSeconds(3)).until(() -> interrupted.getCount() == 0);
                assertThat(sender.tasks().cancel(later)).isTrue();
            }
        }
        try (var restarted = TaskNode.start(prefix)) {
            restarted.tasks().send(new Errand(key, 3), in(ofSeconds(2)));
            await().atMost(ofSeconds(10))
                    .untilAsserted(() -> assertThat(restarted.errands().runs(key))
                            .extracting(Errands.Run::number)
                            .containsExactly(3));
        }
    }
}
