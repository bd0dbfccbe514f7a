package stampede.task.broker;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.ConnectionFactory;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.health.contributor.Status;
import stampede.task.Delivery;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.TaskNode;
import stampede.testing.Apart;
import stampede.testing.ServerMachines;

/** A broker that is there and does not answer: it keeps its connections and takes new ones, and says nothing on them. */
@Apart
class FrozenBrokerTests {

    private static final Duration GIVEN_UP_WITHIN = ofSeconds(10);
    private static final String SUITE = System.getenv("STAMPEDE_RABBIT_ADDRESSES");
    private static final int BASE = URI.create(SUITE).getPort() - 672 + 100;
    private static final String OWN = "amqp://stampede:stampede@127.0.0.1:" + (BASE + 672) + "/stampede";

    private static ServerMachines serverMachines;

    private final String prefix = TaskNode.somePrefix();
    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start(@TempDir Path directory) {
        serverMachines = ServerMachines.at(directory, BASE);
        serverMachines.start("rabbitmq");
    }

    /** And waits until it answers at once: it has a lot to catch up with, and a slow one would be passed over for the next address. */
    @AfterEach
    void thaw() {
        serverMachines.thaw("rabbitmq");
        await().atMost(ofSeconds(60)).ignoreExceptions().until(() -> {
            var factory = new ConnectionFactory();
            factory.setUri(OWN);
            var before = System.nanoTime();
            try (var connection = factory.newConnection();
                    var channel = connection.createChannel()) {
                channel.queueDeclare();
                return System.nanoTime() - before < ofSeconds(1).toNanos();
            }
        });
    }

    @AfterAll
    static void stop() {
        serverMachines.wipe();
    }

    @Test
    void isLeftForTheNextAddress() {
        try (var node = startOnItsOwn(OWN + "," + SUITE)) {
            serverMachines.freeze("rabbitmq");

            await().atMost(GIVEN_UP_WITHIN).pollInterval(ofMillis(20)).until(() -> sends(node, 1));
            assertThat(isOnItsOwn(node)).isFalse();
        }
    }

    /** So much that the connection takes no more: who writes is held up, and who gives the line up must not be. */
    @Test
    void isLeftAlsoByAWriterThatItHoldsUp() {
        try (var node = startOnItsOwn(OWN + "," + SUITE)) {
            serverMachines.freeze("rabbitmq");
            for (int number = 0; number < 300; number++) {
                var unused = node.tasks().publish(new Errand(key + "x".repeat(100_000), number));
            }

            await().atMost(GIVEN_UP_WITHIN).pollInterval(ofMillis(20)).until(() -> sends(node, 1));
            assertThat(isOnItsOwn(node)).isFalse();
        }
    }

    @Test
    void isNoticedThoughNothingIsSent() {
        try (var node = startOnItsOwn(OWN)) {
            serverMachines.freeze("rabbitmq");

            await().atMost(GIVEN_UP_WITHIN).until(() -> health(node).equals(Status.DOWN));

            serverMachines.thaw("rabbitmq");
            await().atMost(GIVEN_UP_WITHIN).until(() -> sends(node, 1));
            await().atMost(GIVEN_UP_WITHIN).until(() -> runs(node, 1) > 0);
            assertThat(health(node)).isEqualTo(Status.UP);
        }
    }

    /** A broker that was thawed a moment ago may be passed over for the next address, and a node stays where it is. */
    private TaskNode startOnItsOwn(String addresses) {
        var deadline = System.nanoTime() + ofMinutes(2).toNanos();
        while (true) {
            var node = TaskNode.start(
                    prefix, "STAMPEDE_RABBIT_ADDRESSES=" + addresses, "spring.rabbitmq.address-shuffle-mode=none");
            await().atMost(ofSeconds(30)).until(() -> sends(node, 0));
            if (isOnItsOwn(node)) {
                return node;
            }
            node.close();
            assertThat(System.nanoTime() - deadline)
                    .as("nanoseconds over the time in which it starts at its own address")
                    .isNegative();
        }
    }

    private static boolean isOnItsOwn(TaskNode node) {
        return node.bean(BrokerLink.class)
                .connection()
                .filter(line -> line.getPort() == BASE + 672)
                .isPresent();
    }

    private boolean sends(TaskNode node, int number) {
        return node.tasks().publish(new Errand(key, number)).join() == Delivery.CONFIRMED;
    }

    private long runs(TaskNode node, int number) {
        return node.errands().runs(key).stream()
                .filter(run -> run.number() == number)
                .count();
    }

    private static Status health(TaskNode node) {
        return node.health("tasks");
    }
}
