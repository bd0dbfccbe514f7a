package stampede.task.broker;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.boot.health.contributor.Status;
import stampede.task.SendOption;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.TaskNode;
import stampede.testing.Apart;
import stampede.testing.BrokerManagement;

/** Somebody deletes at the broker what the engine needs, while it works: it comes back within ten seconds, and health tells meanwhile. */
@Apart
class TopologyLossTests {

    private static final Duration SOON = ofSeconds(10);
    private static final String PREFIX = TaskNode.somePrefix();

    private static TaskNode node;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        node = TaskNode.start(PREFIX);
        var first = UUID.randomUUID().toString();
        node.tasks().send(new Errand(first, 0));
        await().atMost(ofSeconds(30)).until(() -> !node.errands().runs(first).isEmpty());
        await().atMost(SOON).until(() -> health().equals(Status.UP));
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void comesBackByItselfAndHealthTellsOfIt(String what, Deed deed) throws Exception {
        var told = new CopyOnWriteArraySet<Status>();
        var over = new AtomicBoolean();
        var watch = new Thread(() -> {
            while (!over.get()) {
                told.add(health());
            }
        });
        watch.start();

        try {
            await().atMost(SOON.multipliedBy(2)).until(() -> isNoticed(what, deed, told));
        } finally {
            over.set(true);
            watch.join();
        }
        await().atMost(SOON).pollInterval(ofMillis(50)).until(() -> {
            node.tasks()
                    .publish(new Errand(key, 3), SendOption.in(ofMillis(200)))
                    .join();
            node.tasks().publish(new Errand(key, 4)).join();
            return runs(3) > 0 && runs(4) > 0;
        });
        await().atMost(SOON).until(() -> health().equals(Status.UP));
        String dead = onChannel(
                channel -> channel.queueDeclarePassive(PREFIX + ".dead").getQueue());
        assertThat(dead).isEqualTo(PREFIX + ".dead");
    }

    /** A look that had begun before may put it back at once; then it is deleted once more. */
    private boolean isNoticed(String what, Deed deed, Set<Status> told) throws Exception {
        delete(deed);
        try {
            await().atMost(SOON.dividedBy(2)).pollInterval(ofMillis(50)).until(() -> {
                node.tasks()
                        .publish(new Errand(key, 1), SendOption.in(ofMillis(200)))
                        .join();
                node.tasks().publish(new Errand(key, 2)).join();
                return told.contains(Status.DOWN) || isPutBackUnnoticed(what);
            });
            return true;
        } catch (ConditionTimeoutException putBack) {
            return false;
        }
    }

    /** What the next declaration puts back before a message has missed it has harmed nobody, and nobody can tell. */
    private static boolean isPutBackUnnoticed(String what) {
        return what.startsWith("the way into") || what.equals("a lane's queue");
    }

    static Stream<Arguments> comesBackByItselfAndHealthTellsOfIt() {
        return Stream.of(
                Arguments.of("a queue", (Deed) channel -> channel.queueDelete(PREFIX + ".errands")),
                Arguments.of("every queue and exchange", (Deed) channel -> {
                    for (var queue :
                            List.of("errands", "parcels", "dead", "lane.due", "lane.delay.200ms", "lane.delay.150ms")) {
                        channel.queueDelete(PREFIX + "." + queue);
                    }
                    channel.exchangeDelete(PREFIX + ".tasks");
                    channel.exchangeDelete(PREFIX + ".lane.delay.200ms");
                    channel.exchangeDelete(PREFIX + ".lane.due");
                }),
                Arguments.of("the exchange", (Deed) channel -> channel.exchangeDelete(PREFIX + ".tasks")),
                Arguments.of("the way into a queue", (Deed)
                        channel -> channel.queueUnbind(PREFIX + ".errands", PREFIX + ".tasks", PREFIX + ".errands")),
                Arguments.of("a lane's queue", (Deed) channel -> channel.queueDelete(PREFIX + ".lane.delay.200ms")),
                Arguments.of("the way into a lane", (Deed)
                        channel -> channel.queueUnbind(PREFIX + ".lane.delay.200ms", PREFIX + ".lane.delay.200ms", "")),
                Arguments.of("the queue behind the lanes", (Deed) channel -> channel.queueDelete(PREFIX + ".lane.due")),
                Arguments.of("the dead-letter queue", (Deed) channel -> channel.queueDelete(PREFIX + ".dead")));
    }

    /** The broker tells no consumer of it, and sends to those that it had what they never get. */
    @ParameterizedTest
    @ValueSource(strings = {"errands", "lane.due"})
    void hearsAQueueAgainThatWasDeletedAndMadeAgainAtOnce(String queue) throws Exception {
        onChannel(channel -> {
            channel.queueDelete(PREFIX + "." + queue);
            node.bean(Topology.class).declareOn(channel.getConnection());
            return true;
        });

        node.tasks().publish(new Errand(key, 1), SendOption.in(ofMillis(200))).join();

        await().atMost(QueueConsumer.RENEWED_AFTER.plus(SOON)).until(() -> runs(1) > 0);
    }

    /** Nobody can ask for a binding, and nobody misses it who sends nothing. */
    @Test
    void bringsTheWayIntoAQueueBackThoughNothingIsSent() throws Exception {
        delete(channel -> channel.queueUnbind(PREFIX + ".errands", PREFIX + ".tasks", PREFIX + ".errands"));

        await().atMost(SOON)
                .until(() -> BrokerManagement.ofSuite()
                        .has("/api/bindings/stampede/e/" + PREFIX + ".tasks/q/" + PREFIX + ".errands"));
    }

    @Test
    void worksAgainOnceItsVirtualHostWasMadeAgain() {
        losesItsVirtualHost(
                "stampede_lost", "", () -> BrokerManagement.ofSuite().makeVirtualHost("stampede_lost"));
    }

    @Test
    void makesItsVirtualHostAgainIfItWasGivenAnAdministratorsWay() {
        losesItsVirtualHost("stampede_lost_again", System.getenv("STAMPEDE_RABBIT_ADMIN"), () -> {});
    }

    private void losesItsVirtualHost(String host, String management, Runnable help) {
        BrokerManagement.ofSuite().makeVirtualHost(host);
        try (var own = TaskNode.start(
                PREFIX,
                "STAMPEDE_RABBIT_ADDRESSES="
                        + URI.create(System.getenv("STAMPEDE_RABBIT_ADDRESSES")).resolve("/" + host),
                "stampede.task.virtual-host.management=" + management)) {
            await().atMost(ofSeconds(30)).until(() -> worksOn(own, 1));

            BrokerManagement.ofSuite().deleteVirtualHost(host);
            await().atMost(SOON)
                    .pollInterval(ofMillis(20))
                    .until(() -> own.health("tasks").equals(Status.DOWN));
            help.run();

            await().atMost(SOON).until(() -> worksOn(own, 2));
            await().atMost(SOON).until(() -> own.health("tasks").equals(Status.UP));
        } finally {
            BrokerManagement.ofSuite().deleteVirtualHost(host);
        }
    }

    private boolean worksOn(TaskNode own, int number) {
        own.tasks().publish(new Errand(key, number)).join();
        return own.errands().runs(key).stream().anyMatch(run -> run.number() == number);
    }

    private long runs(int number) {
        return node.errands().runs(key).stream()
                .filter(run -> run.number() == number)
                .count();
    }

    private static Status health() {
        return node.health("tasks");
    }

    private static void delete(Deed deed) throws Exception {
        onChannel(channel -> {
            deed.on(channel);
            return true;
        });
    }

    private static <T> T onChannel(Question<T> question) throws Exception {
        var connection = node.bean(ConnectionFactory.class).createConnection().getDelegate();
        try (var channel = connection.createChannel()) {
            return question.on(channel);
        }
    }

    interface Deed {

        void on(Channel channel) throws IOException;
    }

    private interface Question<T> {

        T on(Channel channel) throws IOException;
    }
}
