package stampede.task.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.task.Delivery;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.Tasks;
import stampede.task.testing.TaskTest;

/** Publishing without waiting, thousands a second, for those who keep the facts elsewhere and can send again. */
@TaskTest
class PublishTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private ClickTasks clicks;

    @Test
    void tellsWhatBecameOfEachMessage() {
        var deliveries = IntStream.range(0, 500)
                .mapToObj(number -> tasks.publish(new CountClick(number)))
                .toList();

        assertThat(deliveries)
                .allSatisfy(delivery -> assertThat(delivery)
                        .succeedsWithin(Duration.ofSeconds(5))
                        .isEqualTo(Delivery.CONFIRMED));
        await().untilAsserted(() -> assertThat(clicks.counted).hasSize(500));
    }

    record CountClick(int number) {}

    @TaskHandlers
    static class ClickTasks {

        final Set<Integer> counted = ConcurrentHashMap.newKeySet();

        @Task(name = "click.count", queue = "clicks")
        void count(CountClick task) {
            counted.add(task.number());
        }
    }
}
