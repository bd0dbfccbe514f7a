package stampede.task.examples;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;
import stampede.celery.CeleryCall;
import stampede.celery.CeleryTasks;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.testing.TaskTest;

/**
 * Calling a task over Celery's own wire, and serving it. Here both ends are Java; either could be Python's Celery, and neither would
 * notice.
 */
@TaskTest
@TestPropertySource(
        properties = {"stampede.celery.queues[0].name=examples.celery", "stampede.celery.queues[0].tasks=shop.*"})
class CallCeleryTests {

    @Autowired
    private CeleryTasks celery;

    @Test
    void callsATaskByItsName() {
        var id = celery.send(CeleryCall.of("shop.add").args(2, 3).queue("examples.celery"));

        assertThat(celery.await(id, Integer.class, ofSeconds(10))).contains(5);
    }

    record Addition(int x, int y) {}

    @TaskHandlers
    static class CalculatorTasks {

        /** In Python: {@code app.send_task("shop.add", args=[2, 3], queue=…).get()}. */
        @Task(name = "shop.add", queue = "calculations")
        int add(Addition sum) {
            return sum.x() + sum.y();
        }
    }
}
