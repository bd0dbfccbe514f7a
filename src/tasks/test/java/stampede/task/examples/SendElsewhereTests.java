package stampede.task.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.task.SendOption.queue;
import static stampede.task.SendOption.task;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.TaskPayload;
import stampede.task.Tasks;
import stampede.task.testing.TaskTest;

/** Who sends a task need not have its handler: the record says what the task is called and where it waits, or the call does. */
@TaskTest
class SendElsewhereTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private GreetingTasks greetings;

    @Test
    void sendsARecordThatSaysItsTask() {
        tasks.send(new Greet("lin"));

        await().untilAsserted(() -> assertThat(greetings.greeted).contains("lin"));
    }

    @Test
    void sendsByName() {
        tasks.send(new Guest("mei"), task("greet"), queue("greetings"));

        await().untilAsserted(() -> assertThat(greetings.greeted).contains("mei"));
    }

    @TaskPayload(task = "greet", queue = "greetings")
    record Greet(String name) {}

    record Guest(String name) {}

    /** In another application, which has a record of its own, or the sender's. */
    @TaskHandlers
    static class GreetingTasks {

        final List<String> greeted = new CopyOnWriteArrayList<>();

        @Task
        void greet(Greet task) {
            greeted.add(task.name());
        }
    }
}
