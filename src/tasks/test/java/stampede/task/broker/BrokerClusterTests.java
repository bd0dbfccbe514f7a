package stampede.task.broker;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.collect.Lists;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
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
import stampede.task.admin.BrokerNodes;
import stampede.task.engine.Errands;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.MarkTasks;
import stampede.task.engine.MarkTasks.Late;
import stampede.task.engine.TaskNode;
import stampede.task.message.Envelope;
import stampede.task.spi.QueueNames;
import stampede.testing.Apart;
import stampede.testing.Proof;
import tools.jackson.databind.JsonNode;

/** Three nodes of RabbitMQ: what a queue's leader takes along when it dies, and how a broker that ran alone becomes three. */
@Apart
@Tag(Proof.WHOLE)
class BrokerClusterTests {

    private static final List<String> BROKERS = BrokerTrio.ALL;
    private static final int LATER = 10_000;
    private static final int MANY = 120;

    private final String prefix = TaskNode.somePrefix();
    private BrokerTrio brokers;

    @BeforeEach
    void make(@TempDir Path directory) {
        brokers = BrokerTrio.start(directory);
    }

    @AfterEach
    void wipe() {
        brokers.close();
    }

    /** The words of the runbook. */
    @Test
    void queuesOfABrokerThatRanAloneGrowOntoTwoMore() {
        try (var node = TaskNode.start(prefix, cluster(), BrokerTrio.admin(), "stampede.task.virtual-host.members=3")) {
            assertThat(node.health("queueMembers")).isEqualTo(new Status("TOO_FEW_MEMBERS"));

            brokers.startTheOthers();
            BROKERS.stream().skip(1).forEach(this::join);
            brokers.awaitAll();
            assertThat(node.health("queueMembers")).isEqualTo(new Status("TOO_FEW_MEMBERS"));
            for (var host : List.of("stampede2@localhost", "stampede3@localhost")) {
                brokers.machines().tool(BROKERS.get(0), "rabbitmq-queues", "grow", host, "all");
            }

            await().atMost(ofMinutes(1)).until(() -> node.health("queueMembers").equals(Status.UP));
            var key = UUID.randomUUID().toString();
            brokers.machines().kill(BROKERS.get(0));
            send(node.bean(Tasks.class), node.bean(TransactionTemplate.class), key);
            await().atMost(ofMinutes(1))
                    .untilAsserted(() -> assertThat(node.errands().runs(key))
                            .extracting(Errands.Run::number)
                            .contains(IntStream.range(0, 100).boxed().toArray(Integer[]::new)));
        }
    }

    /** The first one that is asked is the one that is frozen; what is done then is what the runbook says. */
    @Test
    void aNodeThatWakesUpInAPartitionIsToldOfUntilItIsRestarted() {
        brokers.startTheOthers();
        try (var node = TaskNode.start(prefix, cluster(), BrokerTrio.admin())) {
            await().untilAsserted(
                            () -> assertThat(node.health("brokerPartitions")).isEqualTo(Status.UP));
            var machines = brokers.machines();
            machines.freeze(BROKERS.get(0));
            await("the others take it for gone").atMost(ofMinutes(1)).until(() -> brokers.running(1) == 2);
            machines.thaw(BROKERS.get(0));

            await("it says so itself")
                    .atMost(ofMinutes(1))
                    .until(() -> node.bean(BrokerNodes.class)
                            .parted()
                            .filter(nodes -> nodes.containsKey("stampede@localhost"))
                            .isPresent());
            assertThat(node.health("brokerPartitions")).isEqualTo(new Status("PARTED"));

            machines.stop(BROKERS.get(0));
            machines.startInCluster(BROKERS.get(0));
            await().atMost(ofMinutes(1))
                    .until(() -> node.health("brokerPartitions").equals(Status.UP));
        }
    }

    /**
     * Who publishes to a queue for the first time on a channel is sent to the leader that the broker knows of. If that has just died, RabbitMQ
     * refuses all that comes by this channel for as long as it is gone (seen with 3.10.8).
     */
    @Test
    void queuesWhoseLeaderDiesBeforeTheirFirstMessageTakeOthersSoon() {
        brokers.startTheOthers();
        try (var node = TaskNode.start(prefix, cluster())) {
            var link = node.bean(BrokerLink.class);
            var publisher = node.bean(Publisher.class);
            var many = IntStream.range(0, MANY)
                    .mapToObj(number -> "many-" + number)
                    .toList();
            many.forEach(link::declare);
            var queues = many.stream().map(node.bean(QueueNames.class)::queue).toList();
            var own = BrokerTrio.at(link.connection().orElseThrow().getPort());
            var dies = await("a leader elsewhere")
                    .until(
                            () -> leaders(queues)
                                    .filter(leader -> !leader.equals(own))
                                    .findFirst(),
                            Optional::isPresent)
                    .orElseThrow();

            var death = CompletableFuture.runAsync(() -> brokers.machines().kill(dies));
            var firsts = queues.stream().map(queue -> first(publisher, queue)).toList();
            death.join();
            assertThat(firsts.stream().map(CompletableFuture::join))
                    .as("what became of the first message of each, with a leader that is just dying")
                    .contains(Delivery.REFUSED);

            assertThat(queues)
                    .allSatisfy(queue -> await(queue)
                            .atMost(ofSeconds(20))
                            .until(() -> publish(publisher, queue).join() == Delivery.CONFIRMED));
        }
    }

    /** Not all at once, so that some come while their leader is missed. */
    private static CompletableFuture<Delivery> first(Publisher publisher, String queue) {
        LockSupport.parkNanos(ofMillis(5).toNanos());
        return publish(publisher, queue);
    }

    private static CompletableFuture<Delivery> publish(Publisher publisher, String queue) {
        return publisher.publish(new Route("", queue), new Envelope(Map.of(), new byte[0]));
    }

    private Stream<String> leaders(List<String> queues) {
        return brokers.ask("/api/queues/stampede")
                .valueStream()
                .filter(queue -> queues.contains(queue.path("name").asString()))
                .map(BrokerClusterTests::leaderOf);
    }

    @Test
    void noneThatWaitsInALaneIsLostEarlyOrDoneTwiceWhenItsLeaderDies() {
        brokers.startTheOthers();
        try (var node = MarkTasks.start(
                "--stampede.task.prefix=" + prefix,
                "--stampede.task.queues.marks.concurrency=16",
                "--" + cluster(),
                "--" + BrokerTrio.admin(),
                "--spring.main.banner-mode=off")) {
            var marks = node.getBean(MarkTasks.class);
            marks.makeTable();
            var published = publishLater(node.getBean(Tasks.class), node.getBean(Clock.class));
            await().atMost(ofMinutes(1)).until(() -> messages(fullestLane()) > LATER / 10);

            brokers.machines().kill(leaderOf(fullestLane()));

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

    /** Here a node finds the first by its settings when it starts; once it has forgotten that, it joins as the runbook has it. */
    private void join(String broker) {
        var machines = brokers.machines();
        machines.tool(broker, "rabbitmqctl", "stop_app");
        machines.tool(broker, "rabbitmqctl", "reset");
        machines.tool(broker, "rabbitmqctl", "join_cluster", "stampede@localhost");
        machines.tool(broker, "rabbitmqctl", "start_app");
    }

    private JsonNode fullestLane() {
        return brokers.ask("/api/queues/stampede")
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

    private static String cluster() {
        return "STAMPEDE_RABBIT_ADDRESSES=" + BrokerTrio.addresses();
    }
}
