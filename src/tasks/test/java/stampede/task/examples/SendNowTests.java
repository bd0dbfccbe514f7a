package stampede.task.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.Tasks;
import stampede.task.testing.TaskTest;

/** A task: a record says what is to be done, a method does it, later and elsewhere. */
@TaskTest
class SendNowTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private MailTasks mail;

    @Test
    void runsInTheBackgroundWhatIsSent() {
        tasks.send(new WelcomeShopper("lin@example.com"));

        await().untilAsserted(() -> assertThat(mail.welcomed).contains("lin@example.com"));
    }

    record WelcomeShopper(String address) {}

    @TaskHandlers
    static class MailTasks {

        final List<String> welcomed = new CopyOnWriteArrayList<>();

        @Task(name = "mail.welcome", queue = "mail")
        void welcome(WelcomeShopper task) {
            welcomed.add(task.address());
        }
    }
}
