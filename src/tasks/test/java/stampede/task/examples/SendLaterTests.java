package stampede.task.examples;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.task.SendOption.at;
import static stampede.task.SendOption.in;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.Tasks;
import stampede.task.testing.TaskTest;
import stampede.task.testing.VirtualClock;

/** A task for later: after a delay, or at an instant. */
@TaskTest
class SendLaterTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private VirtualClock clock;

    @Autowired
    private ReminderTasks reminders;

    @Test
    void runsAfterADelay() {
        tasks.send(new RemindToPay("after a delay"), in(ofMinutes(5)));

        clock.advance(ofMinutes(4));
        assertThat(reminders.reminded).doesNotContain("after a delay");

        clock.advance(ofMinutes(1));
        await().untilAsserted(() -> assertThat(reminders.reminded).contains("after a delay"));
    }

    @Test
    void runsAtAnInstant() {
        tasks.send(new RemindToPay("at an instant"), at(clock.instant().plus(ofMinutes(90))));

        clock.advance(ofMinutes(90));

        await().untilAsserted(() -> assertThat(reminders.reminded).contains("at an instant"));
    }

    record RemindToPay(String order) {}

    @TaskHandlers
    static class ReminderTasks {

        final List<String> reminded = new CopyOnWriteArrayList<>();

        @Task(name = "reminder.pay", queue = "reminders")
        void remind(RemindToPay task) {
            reminded.add(task.order());
        }
    }
}
