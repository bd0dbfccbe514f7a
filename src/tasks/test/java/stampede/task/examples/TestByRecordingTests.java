package stampede.task.examples;

import static java.time.Duration.ofDays;
import static org.assertj.core.api.Assertions.assertThat;
import static stampede.task.SendOption.in;

import org.junit.jupiter.api.Test;
import stampede.task.Tasks;
import stampede.task.testing.RecordedTasks;

/** Testing what code sends: nothing runs, everything is remembered. */
class TestByRecordingTests {

    private final RecordedTasks tasks = new RecordedTasks();
    private final Registration registration = new Registration(tasks);

    @Test
    void remembersWhatWasSentAndHow() {
        registration.register("mei@example.com");

        assertThat(tasks.sent(SendGreeting.class)).containsExactly(new SendGreeting("mei@example.com"));
        assertThat(tasks.sent()).last().satisfies(sent -> {
            assertThat(sent.payload()).isEqualTo(new AskForReview("mei@example.com"));
            assertThat(sent.options()).containsExactly(in(ofDays(7)));
        });
    }

    record SendGreeting(String address) {}

    record AskForReview(String address) {}

    /** What is tested. */
    static class Registration {

        private final Tasks tasks;

        Registration(Tasks tasks) {
            this.tasks = tasks;
        }

        void register(String address) {
            tasks.send(new SendGreeting(address));
            tasks.send(new AskForReview(address), in(ofDays(7)));
        }
    }
}
