package stampede.task.examples;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.task.SendOption.expires;
import static stampede.task.SendOption.in;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.history.TaskResults;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.TaskState;
import stampede.task.Tasks;
import stampede.task.testing.TaskTest;
import stampede.task.testing.VirtualClock;

/** A task that nobody wants any more when its turn comes is not run. */
@TaskTest
class ExpiresTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private TaskResults results;

    @Autowired
    private VirtualClock clock;

    @Autowired
    private CodeTasks codes;

    @Test
    void doesNotRunWhatNobodyWantsAnyMore() {
        var id = tasks.send(new SendCode("1234"), in(ofMinutes(1)), expires(ofMinutes(5)));

        clock.advance(ofMinutes(10));

        await().untilAsserted(() -> assertThat(results.state(id)).isEqualTo(TaskState.EXPIRED));
        assertThat(codes.sent).doesNotContain("1234");
    }

    @Test
    void goesByItsTaskIfNothingIsSaid() {
        var late = tasks.send(new ShowOffer("late"), in(ofMinutes(20)));
        var soon = tasks.send(new ShowOffer("soon"), in(ofMinutes(30)), expires(ofMinutes(120)));

        clock.advance(ofMinutes(40));

        await().untilAsserted(() -> assertThat(results.state(late)).isEqualTo(TaskState.EXPIRED));
        await().untilAsserted(() -> assertThat(results.state(soon)).isEqualTo(TaskState.SUCCESS));
    }

    record ShowOffer(String offer) {}

    record SendCode(String code) {}

    @TaskHandlers
    static class CodeTasks {

        final List<String> sent = new CopyOnWriteArrayList<>();

        @Task(name = "offer.show", queue = "codes", expires = "5m")
        void show(ShowOffer task) {
            sent.add(task.offer());
        }

        @Task(name = "code.send", queue = "codes")
        void send(SendCode task) {
            sent.add(task.code());
        }
    }
}
