package strangers;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.Tasks;

/** A program: an application that is not of this house sends two tasks, runs them, and ends. */
@SpringBootApplication
public class StrangersApplication {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    public static void main(String[] arguments) throws InterruptedException {
        try (var application = SpringApplication.run(StrangersApplication.class, arguments)) {
            var tasks = application.getBean(Tasks.class);
            var first = tasks.send(new Hello("one"));
            var second = tasks.send(new Hello("two"));
            assertThat(first).isNotEqualTo(second);
            if (!application.getBean(Hellos.class).heard.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("The tasks did not run");
            }
            System.out.println("Both tasks ran");
        }
    }

    record Hello(String text) {}

    /** A limit asks for Redis, where there is one. */
    @TaskHandlers
    static class Hellos {

        private final CountDownLatch heard = new CountDownLatch(2);

        @Task(name = "strangers.hello", queue = "hellos", rateLimit = "50/s")
        void hear(Hello hello) {
            heard.countDown();
        }
    }
}
