package stampede.task.broker;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.task.SendOption.in;

import com.rabbitmq.client.Channel;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.Delivery;
import stampede.task.TaskId;
import stampede.task.Tasks;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.task.admin.TaskQueues;
import stampede.task.engine.Clockwork;
import stampede.task.engine.Clockwork.Jam;
import stampede.task.engine.Clockwork.Strike;
import stampede.task.engine.Errands;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.Errands.Parcel;
import stampede.task.engine.TaskNode;
import stampede.task.message.Envelope;
import stampede.task.message.EnvelopeConverter;
import stampede.task.outbox.OutboxRepository;
import stampede.task.spi.QueueNames;
import stampede.testing.Apart;
import stampede.testing.Proof;

/** A queue that is full or paused, or is not there, and a lane that is full: each holds up what is meant for it, and nothing else. */
@Apart
@TestInstance(Lifecycle.PER_CLASS)
class FullQueueTests {

    private static final int REFUSED = Proof.size(6_000, 60_000);
    private static final int MOST = Proof.size(500, 10_000);
    private static final Duration LANE = ofMillis(200);
    private static final Duration LONG_LANE = ofMinutes(10);

    private final String prefix = TaskNode.somePrefix();
    private final ConfigurableApplicationContext node = Clockwork.start(
            "--stampede.task.prefix=" + prefix,
            "--stampede.task.lanes=200ms",
            "--stampede.task.last-try-delay=150ms",
            "--stampede.task.max-length=" + MOST,
            "--spring.main.banner-mode=off");
    private final Tasks tasks = node.getBean(Tasks.class);
    private final TaskQueues queues = node.getBean(TaskQueues.class);
    private final Publisher publisher = node.getBean(Publisher.class);
    private final OutboxRepository outbox = node.getBean(OutboxRepository.class);
    private final EnvelopeConverter format = node.getBean(EnvelopeConverter.class);
    private final QueueNames names = node.getBean(QueueNames.class);
    private final Errands errands = node.getBean(Errands.class);
    private final Clockwork clockwork = node.getBean(Clockwork.class);
    private final JdbcTemplate jdbc = node.getBean(JdbcTemplate.class);
    private final TransactionTemplate transaction = node.getBean(TransactionTemplate.class);
    private final Clock clock = node.getBean(Clock.class);
    private String key = "";

    @BeforeEach
    void chooseKey() {
        key = UUID.randomUUID().toString();
    }

    @AfterEach
    void resume() {
        queues.resume("errands");
    }

    @AfterAll
    void stop() {
        jdbc.update("delete from task_outbox where prefix = ?", prefix);
        node.close();
    }

    @Test
    void runsWhatIsSentToOneQueueWhileAnotherIsPausedAndFull() {
        pauseErrands();
        var envelope = new ArrayList<OutboxRepository.Waiting>();
        for (int number = 0; number < REFUSED + MOST; number++) {
            envelope.add(new OutboxRepository.Waiting("errands", errand(number), clock.instant()));
            if (envelope.size() == 1_000 || number == REFUSED + MOST - 1) {
                outbox.addAll(envelope);
                envelope.clear();
            }
        }
        await().atMost(ofMinutes(2)).until(() -> refused() > 0);

        var late = new ArrayList<Long>();
        for (int number = 0; number < 20; number++) {
            late.add(untilItRuns(number));
        }

        Proof.print(
                "2: %d rows of a paused and full queue in the outbox, %d of them tried: a send to another queue ran after p50 %d ms, most %d ms",
                rows("errands"), (long) refused(), Proof.percentile(late, 0.5), Proof.percentile(late, 1));
        assertThat(rows("errands")).isGreaterThan(REFUSED / 2);
        await().atMost(ofSeconds(60))
                .untilAsserted(
                        () -> assertThat(queues.find("errands").orElseThrow().outbox())
                                .as("what the console shows")
                                .isGreaterThan(REFUSED / 2));
        assertThat(refused()).as("rows that were tried in vain").isLessThan(REFUSED / 2.0);
        assertThat(Proof.isFull() ? Proof.percentile(late, 1) : 0)
                .as("milliseconds until it ran")
                .isLessThan(1_000);

        queues.resume("errands");
        await().atMost(ofMinutes(5))
                .untilAsserted(() -> assertThat(errands.runs(key).stream()
                                .map(Errands.Run::number)
                                .distinct())
                        .hasSize(REFUSED + MOST));
    }

    /** Answers the milliseconds from the commit until it ran. */
    private long untilItRuns(int number) {
        var name = key + "-" + number;
        transaction.executeWithoutResult(status -> tasks.send(new Strike(name, number, clock.millis())));
        await().atMost(ofMinutes(2))
                .pollInterval(ofMillis(20))
                .untilAsserted(() -> assertThat(clockwork.runs(name)).hasSize(1));
        return clockwork.runs(name).get(0).lateness();
    }

    @Test
    void carriesDelayedTasksPastThoseThatHaveNowhereToGo() {
        sendIntoLane(40, names.lane(LANE), prefix + ".gone");
        sendHealthyOnes();

        await().atMost(ofSeconds(60))
                .untilAsserted(() -> assertThat(deadOf("gone"))
                        .hasSize(40)
                        .allSatisfy(dead -> assertThat(dead.error()).contains("no queue gone")));
    }

    @Test
    void findsAmongTheDeadWhatSomebodyPutStraightIntoALane() {
        sendIntoLane(40, "", names.lane(LANE));
        sendHealthyOnes();

        await().atMost(ofSeconds(60))
                .untilAsserted(() -> assertThat(deadOf(names.withoutPrefix(names.lane(LANE))))
                        .hasSize(40));
    }

    @Test
    void carriesDelayedTasksPastThoseOfAFullQueue() {
        fillErrands();
        IntStream.range(0, 40).forEach(number -> tasks.send(new Errand(key, number), in(LANE)));
        sendHealthyOnes();
        await().atMost(ofSeconds(60))
                .untilAsserted(() -> assertThat(rows("errands")).isGreaterThanOrEqualTo(40));

        queues.resume("errands");

        await().atMost(ofMinutes(3))
                .untilAsserted(() -> assertThat(errands.runs(key))
                        .extracting(Errands.Run::number)
                        .contains(IntStream.range(0, 40).boxed().toArray(Integer[]::new)));
    }

    @Test
    void goesOnWithAQueueThatFailsIntoAFullLane() {
        var jams = MOST * 3 / 2;
        IntStream.range(0, jams).forEach(number -> tasks.send(new Jam(key, number)));
        await().atMost(ofMinutes(2))
                .untilAsserted(() -> assertThat(clockwork.runs(key)).hasSize(jams));

        IntStream.range(0, 200).forEach(number -> tasks.send(new Strike(key + "-after", number, clock.millis())));

        await().atMost(ofMinutes(2))
                .untilAsserted(() -> assertThat(clockwork.runs(key + "-after")).hasSize(200));
        await().atMost(ofSeconds(60))
                .untilAsserted(() -> assertThat(rows("strikes") + ready(names.lane(LONG_LANE)))
                        .isEqualTo(jams));
        takesWhatIsDelayedThoughTheLaneIsFull();
    }

    private void takesWhatIsDelayedThoughTheLaneIsFull() {
        var before = rows("strikes");

        tasks.send(new Strike(key + "-later", 1, 0), in(LONG_LANE));

        assertThat(rows("strikes")).isEqualTo(before + 1);
        assertThat(clockwork.runs(key + "-later")).isEmpty();
    }

    /** What the broker had already put into the queue is gone with it, so nothing is on its way before. */
    @Test
    void bringsBackWhatIsOnItsWayToAQueueThatSomebodyDeleted() throws Exception {
        onChannel(channel -> channel.queueDelete(names.queue("errands")));
        IntStream.range(0, 40).forEach(number -> tasks.send(new Errand(key, number), in(LANE)));

        await().atMost(ofMinutes(2))
                .untilAsserted(() -> assertThat(errands.runs(key))
                        .extracting(Errands.Run::number)
                        .contains(IntStream.range(0, 40).boxed().toArray(Integer[]::new)));
    }

    /** Lanes had other names and led straight to the queues. */
    @Test
    void bringsWhatStillWaitsInALaneOfTheReleaseBefore() throws Exception {
        var old = prefix + ".lane.700ms";
        onChannel(channel -> channel.queueDeclare(
                old,
                true,
                false,
                false,
                Map.of(
                        "x-queue-type",
                        "quorum",
                        "x-overflow",
                        "reject-publish",
                        "x-max-length",
                        (long) MOST,
                        "x-message-ttl",
                        700L,
                        "x-dead-letter-exchange",
                        names.exchange(),
                        "x-dead-letter-strategy",
                        "at-least-once")));
        onChannel(channel -> channel.exchangeDeclare(old, "fanout", true));
        onChannel(channel -> channel.queueBind(old, old, ""));
        try {
            assertThat(publisher.publish(new Route(old, names.queue("errands")), errand(1)))
                    .succeedsWithin(ofSeconds(30))
                    .isEqualTo(Delivery.CONFIRMED);

            await().atMost(ofSeconds(60))
                    .untilAsserted(() -> assertThat(errands.runs(key)).hasSize(1));
        } finally {
            onChannel(channel -> channel.queueDelete(old));
            onChannel(channel -> channel.exchangeDelete(old));
        }
    }

    private void sendHealthyOnes() {
        IntStream.range(0, 5).forEach(number -> tasks.send(new Parcel(key + "-healthy", number), in(LANE)));
        await().atMost(ofSeconds(60))
                .untilAsserted(() -> assertThat(errands.runs(key + "-healthy")).hasSize(5));
    }

    private void sendIntoLane(int count, String exchange, String routingKey) {
        IntStream.range(0, count)
                .forEach(number -> assertThat(publisher.publish(new Route(exchange, routingKey), errand(number)))
                        .succeedsWithin(ofSeconds(30))
                        .isEqualTo(Delivery.CONFIRMED));
    }

    /** By the button of the console. */
    private void pauseErrands() {
        queues.pause("errands");
        await().atMost(ofSeconds(60))
                .until(() -> onChannel(channel -> channel.consumerCount(names.queue("errands"))) == 0);
    }

    private void fillErrands() {
        pauseErrands();
        var last = Delivery.CONFIRMED;
        for (int number = 0; last != Delivery.REFUSED && number < 10 * MOST; number++) {
            last = publisher
                    .publish(node.getBean(DelayLanes.class).direct("errands"), errand(1_000 + number))
                    .join();
        }
        assertThat(last).isEqualTo(Delivery.REFUSED);
    }

    private Envelope errand(int number) {
        return format.write("errand.run", TaskId.random(), new Errand(key, number), Optional.empty());
    }

    private List<DeadTask> deadOf(String queue) {
        return node.getBean(DeadTasks.class).list(DeadTask.Status.DEAD, Long.MAX_VALUE, 10_000).stream()
                .filter(dead -> dead.queue().equals(queue))
                .toList();
    }

    private long rows(String queue) {
        return Objects.requireNonNull(jdbc.queryForObject(
                "select count(*) from task_outbox where prefix = ? and queue = ?", Long.class, prefix, queue));
    }

    private double refused() {
        return node.getBean(MeterRegistry.class)
                .get("stampede.task.publishes")
                .tag("outcome", "refused")
                .counter()
                .count();
    }

    private long ready(String queue) throws Exception {
        return onChannel(channel -> channel.messageCount(queue));
    }

    private <T> T onChannel(Question<T> question) throws Exception {
        var connection =
                node.getBean(ConnectionFactory.class).createConnection().getDelegate();
        try (var channel = connection.createChannel()) {
            return question.on(channel);
        }
    }

    private interface Question<T> {

        T on(Channel channel) throws IOException;
    }
}
