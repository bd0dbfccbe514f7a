package stampede.task.broker;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.collect.Lists;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.health.contributor.Status;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.Delivery;
import stampede.task.Tasks;
import stampede.task.engine.Errands;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.MarkTasks;
import stampede.task.engine.MarkTasks.Late;
import stampede.task.engine.TaskNode;
import stampede.testing.Apart;
import stampede.testing.BrokerManagement;
import stampede.testing.Proof;
import stampede.testing.ServerMachines;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Three nodes of RabbitMQ: what a queue's leader takes along when it dies, and how a broker that ran alone becomes three. */
@Apart
@Tag(Proof.WHOLE)
class BrokerClusterTests {

    private static final List<String> BROKERS = List.of("rabbitmq", "rabbitmq2", "rabbitmq3");
    private static final int BASE =
            URI.create(System.getenv("STAMPEDE_RABBIT_ADDRESSES")).getPort() - 672 + 1_000;
    private static final JsonMapper JSON = new JsonMapper();
    private static final int LATER = 10_000;

    private final String prefix = TaskNode.somePrefix();
    private ServerMachines machines;

    @BeforeEach
    void make(@TempDir Path directory) {
        machines = ServerMachines.at(directory.resolve("servers"), BASE);
        machines.startInCluster(BROKERS.get(0));
    }

    @AfterEach
    void wipe() {
        machines.wipe();
    }

    /** The words of the runbook. */
    @Test
    void queuesOfABrokerThatRanAloneGrowOntoTwoMore() {
        try (var node = TaskNode.start(prefix, cluster(), admin(), "stampede.task.virtual-host.members=3")) {
            assertThat(node.health("queueMembers")).isEqualTo(new Status("TOO_FEW_MEMBERS"));

            startTheOthers();
            assertThat(node.health("queueMembers")).isEqualTo(new Status("TOO_FEW_MEMBERS"));
            for (var host : List.of("stampede2@localhost", "stampede3@localhost")) {
                machines.tool(BROKERS.get(0), "rabbitmq-queues", "grow", host, "all");
            }

            await().atMost(ofMinutes(1)).until(() -> node.health("queueMembers").equals(Status.UP));
            var key = UUID.randomUUID().toString();
            machines.kill(BROKERS.get(0));
            send(node.bean(Tasks.class), node.bean(TransactionTemplate.class), key);
            await().atMost(ofMinutes(1))
                    .untilAsserted(() -> assertThat(node.errands().runs(key))
                            .extracting(Errands.Run::number)
                            .contains(IntStream.range(0, 100).boxed().toArray(Integer[]::new)));
        }
    }

    @Test
    void noneThatWaitsInALaneIsLostEarlyOrDoneTwiceWhenItsLeaderDies() {
        startTheOthers();
        try (var node = MarkTasks.start(
                "--stampede.task.prefix=" + prefix,
                "--stampede.task.queues.marks.concurrency=16",
                "--" + cluster(),
                "--" + admin(),
                "--spring.main.banner-mode=off")) {
            var marks = node.getBean(MarkTasks.class);
            marks.makeTable();
            var published = publishLater(node.getBean(Tasks.class), node.getBean(Clock.class));
            await().atMost(ofMinutes(1)).until(() -> messages(fullestLane()) > LATER / 10);

            machines.kill(leaderOf(fullestLane()));

            await().atMost(ofMinutes(3)).until(() -> marks.numbers().size() == LATER);
            assertThat(marks.markedTwice()).isEmpty();
            assertThat(marks.marked().entrySet().stream()
                            .filter(mark -> mark.getValue()
                                    .isBefore(Objects.requireNonNull(published.get(mark.getKey()))
                                            .plusSeconds(10))))
                    .as("early")
                    .isEmpty();
            marks.dropTable();
        }
    }

    /** When each was published, before it was. */
    private static Map<Integer, Instant> publishLater(Tasks tasks, Clock clock) {
        var published = new HashMap<Integer, Instant>();
        for (var together : Lists.partition(IntStream.range(0, LATER).boxed().toList(), 500)) {
            var confirmed = together.stream()
                    .map(number -> {
                        published.put(number, clock.instant());
                        return tasks.publish(new Late(number));
                    })
                    .toList();
            assertThat(confirmed.stream().map(CompletableFuture::join)).containsOnly(Delivery.CONFIRMED);
        }
        return published;
    }

    private static void send(Tasks tasks, TransactionTemplate transaction, String key) {
        transaction.executeWithoutResult(
                status -> IntStream.range(0, 100).forEach(number -> tasks.send(new Errand(key, number))));
    }

    private void startTheOthers() {
        BROKERS.stream().skip(1).forEach(machines::startInCluster);
        await("each node has found the others")
                .atMost(ofMinutes(1))
                .until(() -> ask("/api/nodes")
                                .valueStream()
                                .filter(node -> node.path("running").asBoolean())
                                .count()
                        == BROKERS.size());
    }

    private JsonNode fullestLane() {
        return ask("/api/queues/stampede")
                .valueStream()
                .filter(queue -> queue.path("name").asString().startsWith(prefix + ".lane.delay."))
                .max(Comparator.comparingLong(BrokerClusterTests::messages))
                .orElseThrow();
    }

    private static long messages(JsonNode queue) {
        return queue.path("messages").asLong();
    }

    private static String leaderOf(JsonNode queue) {
        return queue.path("leader").asString().replaceAll("stampede(\\d?)@.*", "rabbitmq$1");
    }

    private static JsonNode ask(String path) {
        return JSON.readTree(
                new BrokerManagement("stampede:stampede", URI.create("http://127.0.0.1:" + (BASE + 673))).read(path));
    }

    private static String cluster() {
        return Stream.of(672, 682, 692)
                .map(port -> "amqp://stampede:stampede@127.0.0.1:" + (BASE + port) + "/stampede")
                .collect(Collectors.joining(",", "STAMPEDE_RABBIT_ADDRESSES=", ""));
    }

    private static String admin() {
        return "STAMPEDE_RABBIT_ADMIN=http://stampede:stampede@127.0.0.1:" + (BASE + 673);
    }
}
