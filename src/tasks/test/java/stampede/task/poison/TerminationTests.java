package stampede.task.poison;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import stampede.task.Tasks;
import stampede.task.engine.TaskEngine;
import stampede.task.engine.TaskNode;
import stampede.task.poison.PoisonNode.Cup;
import stampede.task.spi.QueueNames;
import stampede.testing.Apart;
import stampede.testing.JavaProcess;

/** A worker process that is asked to end while work keeps coming. */
@Apart
class TerminationTests {

    private static final int TERMINATED = 143;

    private final String prefix = TaskNode.somePrefix();

    @Test
    void endsUnderLoadWithoutAFailureOrASecondDelivery(@TempDir Path directory) throws Exception {
        var log = directory.resolve("log");
        try (var sender = node()) {
            var tasks = sender.getBean(Tasks.class);
            var process = start(log);
            var sent = 0;
            while (drunk(log).size() < 100) {
                process.assertRuns();
                tasks.send(new Cup("milk " + sent++));
            }

            process.signal("TERM");
            var asked = System.nanoTime();
            while (consumers(sender) > 0) {
                tasks.send(new Cup("milk " + sent++));
            }
            var stopped = System.nanoTime();
            tasks.send(new Cup("milk " + sent++));
            assertThat(process.awaitEnd(ofSeconds(20)))
                    .as("it ended before its wind-down was over, so with nothing in hand")
                    .isTrue();

            System.out.printf(
                    "Took nothing more %d ms after SIGTERM; %d sent, %d run%n",
                    TimeUnit.NANOSECONDS.toMillis(stopped - asked),
                    sent,
                    drunk(log).size());
            assertThat(process.exitValue()).hasValue(TERMINATED);
            assertThat(drunk(log)).doesNotHaveDuplicates();
            assertThat(output(log)).noneMatch(line -> line.contains("back to the broker"));
            // One that a quorum queue has meant for a consumer which is just being cancelled never comes, but counts as
            // delivered.
            assertThat(deliveriesOfTheRest(sender))
                    .as("each that was sent has run or is still there")
                    .hasSize(sent - drunk(log).size())
                    .isNotEmpty()
                    .allMatch(count -> count <= 1);
        }
    }

    /** How often each message that is left was delivered before. */
    private static List<Long> deliveriesOfTheRest(ConfigurableApplicationContext node) throws IOException {
        var deliveries = new ArrayList<Long>();
        var channel = broker(node).createChannel();
        var queue = node.getBean(QueueNames.class).queue("cups");
        for (var left = channel.basicGet(queue, true); left != null; left = channel.basicGet(queue, true)) {
            var count = left.getProps().getHeaders().get("x-delivery-count");
            deliveries.add(count instanceof Number number ? number.longValue() : 0L);
        }
        channel.abort();
        return deliveries;
    }

    private static long consumers(ConfigurableApplicationContext node) throws IOException {
        var channel = broker(node).createChannel();
        try {
            return channel.consumerCount(node.getBean(QueueNames.class).queue("cups"));
        } finally {
            channel.abort();
        }
    }

    private static com.rabbitmq.client.Connection broker(ConfigurableApplicationContext node) {
        return node.getBean(ConnectionFactory.class).createConnection().getDelegate();
    }

    private JavaProcess start(Path log) {
        var process = JavaProcess.start(
                PoisonNode.class,
                List.of("-Xmx256m"),
                List.of(
                        "--stampede.task.prefix=" + prefix,
                        // However slow this machine is, what the process has in hand is begun.
                        "--stampede.task.wind-down=30s",
                        "--errands.tidy-up=false"),
                log);
        await().atMost(ofMinutes(5))
                .until(() -> !process.isAlive()
                        || output(log).stream().anyMatch(line -> line.contains("Started PoisonNode")));
        return process;
    }

    private ConfigurableApplicationContext node() {
        return new SpringApplicationBuilder(TaskEngine.class, PoisonNode.Drinker.class)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .run("--stampede.task.prefix=" + prefix, "--stampede.roles=web");
    }

    private static List<String> drunk(Path log) {
        return output(log).stream().filter(line -> line.startsWith("drank")).toList();
    }

    private static List<String> output(Path log) {
        try {
            return Files.readAllLines(log);
        } catch (IOException none) {
            return List.of();
        }
    }
}
