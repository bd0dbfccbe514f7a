package stampede.task.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.task.NoRetry;
import stampede.task.Retry;
import stampede.task.Task;
import stampede.task.TaskContext;
import stampede.task.TaskHandlers;
import stampede.task.Tasks;
import stampede.task.testing.TaskTest;

/** A task that throws is tried again, by its plan. */
@TaskTest
class RetryTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private CourierTasks courier;

    @Test
    void triesAgainUntilItSucceeds() {
        tasks.send(new BookCourier("Chengdu"));

        await().untilAsserted(() -> assertThat(courier.attempts).containsExactly(1, 2, 3));
    }

    record BookCourier(String city) {}

    @TaskHandlers
    static class CourierTasks {

        final List<Integer> attempts = new CopyOnWriteArrayList<>();

        @Task(name = "courier.book", queue = "courier")
        @Retry(
                delays = {"100ms", "200ms", "400ms"},
                jitter = 0.2)
        @NoRetry(IllegalArgumentException.class)
        void book(BookCourier task, TaskContext context) {
            attempts.add(context.attempt());
            if (context.attempt() < 3) {
                throw new IllegalStateException("nobody answers in " + task.city());
            }
        }
    }
}
