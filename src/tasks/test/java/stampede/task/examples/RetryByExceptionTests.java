package stampede.task.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import stampede.task.NoRetry;
import stampede.task.Retry;
import stampede.task.Task;
import stampede.task.TaskContext;
import stampede.task.TaskHandlers;
import stampede.task.TaskState;
import stampede.task.testing.EagerTasks;

/** How a task is tried again may depend on the exception; and the method may say itself when. */
class RetryByExceptionTests {

    private final PriceTasks prices = new PriceTasks();
    private final EagerTasks tasks = new EagerTasks().handledBy(prices);

    @Test
    void waitsLongerEachTimeForWhatIsAway() {
        var id = tasks.send(new FetchPrice("away"));

        tasks.runAll();

        assertThat(tasks.state(id)).isEqualTo(TaskState.SUCCESS);
        assertThat(tasks.attempts(id)).isEqualTo(5);
    }

    @Test
    void waitsAsLongAsItIsTold() {
        var id = tasks.send(new FetchPrice("busy"));
        tasks.advance(Duration.ofMinutes(2));
        assertThat(tasks.attempts(id)).isEqualTo(1);

        tasks.advance(Duration.ofMinutes(1));
        assertThat(tasks.state(id)).isEqualTo(TaskState.SUCCESS);
    }

    @Test
    void givesUpWhatIsWrong() {
        var id = tasks.send(new FetchPrice("wrong"));

        assertThat(tasks.state(id)).isEqualTo(TaskState.FAILURE);
    }

    record FetchPrice(String supplier) {}

    @TaskHandlers
    static class PriceTasks {

        final List<String> fetched = new ArrayList<>();

        @Task(name = "price.fetch", queue = "prices")
        @Retry(on = SocketTimeoutException.class, backoff = "1s", factor = 3, max = "10m", attempts = 8, jitter = 0.2)
        @Retry(
                on = IOException.class,
                delays = {"10s", "60s"})
        @NoRetry(IllegalArgumentException.class)
        void fetch(FetchPrice task, TaskContext context) throws IOException {
            if (task.supplier().equals("wrong")) {
                throw new IllegalArgumentException("no such supplier");
            }
            if (task.supplier().equals("away") && context.attempt() < 5) {
                throw new SocketTimeoutException("no answer");
            }
            if (task.supplier().equals("busy") && context.attempt() == 1) {
                throw context.retryIn(Duration.ofMinutes(3));
            }
            fetched.add(task.supplier());
        }
    }
}
