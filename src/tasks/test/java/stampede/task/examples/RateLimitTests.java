package stampede.task.examples;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.Tasks;
import stampede.task.testing.TaskTest;

/** A task of which no more than so many begin in a second, whatever the number of nodes. */
@TaskTest
class RateLimitTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private MessageTasks messages;

    @Test
    void beginsNoMoreThanTwentyInASecond() {
        IntStream.range(0, 30).forEach(number -> tasks.send(new SendMessage(number)));

        await().untilAsserted(() -> assertThat(messages.begins).hasSize(30));
        assertThat(messages.duration()).as("29 intervals of 50 ms").isGreaterThan(ofMillis(29 * 50 - 100));
    }

    record SendMessage(int number) {}

    @TaskHandlers
    static class MessageTasks {

        final List<Long> begins = new CopyOnWriteArrayList<>();

        @Task(name = "message.send", queue = "messages", rateLimit = "20/s")
        void send(SendMessage task) {
            begins.add(System.nanoTime());
        }

        Duration duration() {
            var sorted = begins.stream().sorted().toList();
            return Duration.ofNanos(sorted.get(sorted.size() - 1) - sorted.get(0));
        }
    }
}
