package stampede.task.examples;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.task.SendOption.id;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.history.TaskResults;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.TaskId;
import stampede.task.Tasks;
import stampede.task.testing.TaskTest;

/** A task that commits with its id: what it does in the database happens once, however often its message comes. */
@TaskTest
class OnceTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private TaskResults results;

    @Autowired
    private PointTasks points;

    @Test
    void happensOnceHoweverOftenItIsDelivered() {
        var same = TaskId.random();

        for (int delivery = 0; delivery < 3; delivery++) {
            tasks.send(new GivePoints(100), id(same));
        }
        tasks.send(new GivePoints(1));

        assertThat(results.await(same, Integer.class, ofSeconds(10))).contains(100);
        await().untilAsserted(() -> assertThat(points.given).hasValue(101));
    }

    record GivePoints(int points) {}

    @TaskHandlers
    static class PointTasks {

        final AtomicInteger given = new AtomicInteger();

        /** Runs in a transaction of the engine's, in which its writes belong. */
        @Task(name = "points.give", queue = "points", once = true)
        int give(GivePoints task) {
            return given.addAndGet(task.points());
        }
    }
}
