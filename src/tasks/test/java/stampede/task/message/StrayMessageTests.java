package stampede.task.message;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.health.contributor.Status;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.celery.CapturedMessages;
import stampede.task.SendOption;
import stampede.task.TaskId;
import stampede.task.Tasks;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.task.engine.Errands;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.Errands.Parcel;
import stampede.task.engine.Errands.Run;
import stampede.task.engine.RandomMessages;
import stampede.task.engine.TaskEngine;
import stampede.task.engine.TaskEngineTest;
import stampede.task.spi.QueueNames;
import stampede.task.spi.TaskHeaders;
import stampede.task.worker.BrokerHealth;
import stampede.testing.Proof;

/** Messages that others put into our queues: Celery's are run, nonsense is kept for a person to look at. */
@TaskEngineTest
class StrayMessageTests {

    private static final int TURNS = 10;

    @Autowired
    private RabbitTemplate rabbit;

    @Autowired
    private QueueNames names;

    @Autowired
    private Errands errands;

    @Autowired
    private DeadTasks dead;

    @Autowired
    private Tasks tasks;

    @Autowired
    private ConnectionFactory connections;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private BrokerHealth health;

    private final String id = UUID.randomUUID().toString();

    @Test
    void runsACeleryMessage() {
        put(Map.of("task", "shop.add", "id", id, "lang", "py"), "[[20, 3], {}, null]");

        await().untilAsserted(() -> assertThat(errands.runs("shop.add")).anySatisfy(run -> {
            assertThat(run.context().id()).hasToString(id);
            assertThat(run.number()).isEqualTo(23);
        }));
    }

    @Test
    void keepsATaskThatNobodyKnows() {
        var body = "[[\"" + id + "\"], {}, null]";
        put(Map.of("task", "nobody.knows", "id", id), body);

        var death = awaitDeathOf(body);
        assertThat(death.name()).isEqualTo("nobody.knows");
        assertThat(death.queue()).isEqualTo("errands");
        assertThat(death.error()).contains("No handler");
    }

    @Test
    void keepsNonsense() {
        var body = "nonsense " + id;
        put(Map.of(), body);

        assertThat(awaitDeathOf(body).name()).isEmpty();
    }

    @Test
    void keepsABodyThatDoesNotFit() {
        var body = "[[\"" + id + "\", \"not a number\"], {}, null]";
        put(Map.of("task", "shop.add", "id", id), body);

        assertThat(awaitDeathOf(body).taskId()).hasToString(id);
    }

    @Test
    void keepsEachOfThoseThatShareAnIdAndAName() {
        for (int number = 0; number < 8; number++) {
            put(Map.of("task", "nobody.knows", "id", id), "[[" + number + "], {}, \"" + id + "\"]");
        }

        await().untilAsserted(() -> assertThat(dead.of(new TaskId(id)))
                .extracting(DeadTask::body)
                .doesNotHaveDuplicates()
                .hasSize(8));
    }

    @Test
    void countsTheVerySameMessage() {
        for (int copy = 0; copy < 3; copy++) {
            put(Map.of("task", "nobody.knows", "id", id), "[[], {}, \"" + id + "\"]");
        }

        await().untilAsserted(() -> assertThat(dead.of(new TaskId(id)))
                .singleElement()
                .satisfies(death -> assertThat(death.times()).isEqualTo(3)));
    }

    @Test
    void asksAgainAboutWhatWasDiscardedAndComesAgain() {
        var body = "[[], {}, \"" + id + "\"]";
        put(Map.of("task", "nobody.knows", "id", id), body);
        assertThat(dead.discard(awaitDeathOf(body).id())).isTrue();

        put(Map.of("task", "nobody.knows", "id", id), body);

        assertThat(awaitDeathOf(body).times()).isEqualTo(2);
    }

    @Test
    void sendsAReadableOneAgainWhenToldTo() {
        put(Map.of("task", "nobody.knows", "id", id), "[[], {}, \"" + id + "\"]");
        var death = awaitDeathOf("[[], {}, \"" + id + "\"]");

        assertThat(dead.replay(death.id())).isTrue();

        await().atMost(ofSeconds(10))
                .untilAsserted(() -> assertThat(dead.list(DeadTask.Status.DEAD, Long.MAX_VALUE, 1000))
                        .as("it dies again, as a death of its own")
                        .anySatisfy(again -> {
                            assertThat(again.taskId()).hasToString(id);
                            assertThat(again.id()).isNotEqualTo(death.id());
                        }));
    }

    @Test
    void doesNotRunWhatHasExpired() {
        put(
                Map.of(
                        "task",
                        "shop.add",
                        "id",
                        id,
                        "expires",
                        Instant.now().minusSeconds(1).toString()),
                "[[1, 1], {}, null]");
        var after = UUID.randomUUID().toString();
        put(Map.of("task", "shop.add", "id", after), "[[1, 1], {}, null]");

        await().untilAsserted(() -> assertThat(errands.runs("shop.add"))
                .anyMatch(run -> run.context().id().value().equals(after)));
        assertThat(errands.runs("shop.add"))
                .noneMatch(run -> run.context().id().value().equals(id));
    }

    @Test
    void keepsInTheOutboxWhatCameBeforeItsTime() {
        var due = Instant.now().plusMillis(1_500);
        put(Map.of("task", "shop.add", "id", id, "eta", due.toString()), "[[1, 1], {}, null]");

        await().atMost(ofSeconds(10))
                .until(() -> errands.runs("shop.add").stream()
                        .anyMatch(run -> run.context().id().value().equals(id)));
        assertThat(Instant.now()).isAfter(due.minusMillis(500));
    }

    /** Celery 5.6 lets messages wait in queues of its own; a binding of those to ours would deliver them like this. */
    @Test
    void runsWhatHasWaitedInCelerysOwnDelay() {
        var delayed = CapturedMessages.messages(CapturedMessages.DELAYED_5_6_2).stream()
                .filter(message -> "shop.add".equals(message.headers().get("task")))
                .toList();

        for (var message : delayed) {
            put(renamed(message, message.headers().get("eta")), message.body());
        }

        var sums = List.of(2, 3, 4, 6, 8, 11);
        await().untilAsserted(
                        () -> assertThat(runs()).extracting(Run::number).containsExactlyInAnyOrderElementsOf(sums));
    }

    @Test
    void holdsTheRestOfCelerysOwnDelay() {
        var delayed = CapturedMessages.messages(CapturedMessages.DELAYED_5_6_2).get(0);
        var due = Instant.now().plusMillis(1_500);
        put(renamed(delayed, due.toString()), delayed.body());

        await().atMost(ofSeconds(10)).until(() -> !runs().isEmpty());
        assertThat(Instant.now()).isAfter(due.minusMillis(500));
    }

    @Test
    void sendsNoCopyOfItWhereItsSenderWantsOne() throws Exception {
        var body = "[[], {}, \"" + id + "\"]";
        try (var connection = connections.createConnection();
                var channel = connection.createChannel(false)) {
            channel.exchangeDeclare(id, "fanout", false, true, Map.of());
            channel.queueBind(names.queue("errands"), id, "");
            channel.basicPublish(
                    id,
                    "",
                    new BasicProperties.Builder()
                            .headers(Map.of("task", "nobody.knows", "id", id, "CC", List.of(names.queue("errands"))))
                            .build(),
                    body.getBytes(StandardCharsets.UTF_8));
            channel.queueUnbind(names.queue("errands"), id, "");
        }
        awaitDeathOf(body);
        put(Map.of("task", "nobody.knows", "id", id), "[[], {}, \"after " + id + "\"]");

        assertThat(awaitDeathOf("[[], {}, \"after " + id + "\"]").times()).isEqualTo(1);
        assertThat(awaitDeathOf(body).times()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dead", "a queue whose name is much longer than 128 characters"})
    void buriesWhatSaysThatItShallBeTriedAgainWhereItCannotBe(String queue) {
        var body = "[[], {}, \"" + id + "\"]";
        rabbit.send(
                names.exchange(),
                names.dead(),
                message(
                        Map.of(
                                "x-task-queue",
                                queue + (queue.length() > 9 ? "!".repeat(300) : ""),
                                "x-task-planned",
                                1_000_000,
                                "x-death",
                                "none"),
                        body));

        assertThat(awaitDeathOf(body).times()).isEqualTo(1);
    }

    /** RabbitMQ 3.10 loses all its quorum queues over one such message in a lane, until it is started anew. */
    @ParameterizedTest
    @ValueSource(strings = {"eta", TaskHeaders.VERSION})
    void takesNobodysDeathsIntoALane(String reasonToWait) {
        var body = "[[20, 3], {}, \"" + id + "\"]";
        put(
                Map.of(
                        "task",
                        "shop.add",
                        "id",
                        id,
                        "x-death",
                        List.of(-0.0),
                        reasonToWait,
                        reasonToWait.equals("eta")
                                ? Instant.now().plusMillis(300).toString()
                                : 9),
                body);
        tasks.send(new Errand(id, 1), SendOption.in(TaskEngine.LANE));

        await().atMost(ofSeconds(60))
                .untilAsserted(() -> assertThat(errands.runs(id)).hasSize(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"errands", "parcels", "dead"})
    void findsAMessageThatSaysItCarriesNothing(String queue) {
        var body = "[[20, 3], {\"of\": \"" + id + "\"}, null]";

        rabbit.send(
                names.exchange(),
                names.queue(queue),
                message(Map.of("task", "shop.add", "id", id, TaskHeaders.BUNDLE_IDS, List.of()), body));

        assertThat(awaitDeathOf(body).taskId()).isEqualTo(new TaskId(id));
    }

    @Test
    void buriesAPlainTaskThatComesByAQueueOfBatchesAndRunsItsNeighbours() {
        var body = "[[20, 3], {\"of\": \"" + id + "\"}, null]";
        rabbit.send(names.exchange(), names.queue("parcels"), message(Map.of("task", "shop.add", "id", id), body));
        tasks.send(new Parcel(id, 1));

        assertThat(awaitDeathOf(body).error()).contains("is of batches");
        await().atMost(ofSeconds(60))
                .untilAsserted(() -> assertThat(errands.runs(id))
                        .singleElement()
                        .satisfies(run -> assertThat(run.context().attempt()).isEqualTo(1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"errands", "parcels"})
    void findsEachOfMessagesByChance(String where) throws Exception {
        findsEach(where);
    }

    /** With the whole proofs only, because what is put off by its headers takes its time until it can be found. */
    @Tag(Proof.WHOLE)
    @ParameterizedTest
    @ValueSource(strings = {"dead", "lane.due", "lane.delay"})
    void findsEachOfMessagesByChanceInTheEnginesOwnQueues(String where) throws Exception {
        findsEach(where);
    }

    /** In the proof 20,000 into each queue. */
    private void findsEach(String where) throws Exception {
        var seed = Long.getLong("seed", System.nanoTime());
        var all = Proof.size(150, Integer.getInteger("messages", 20_000));
        var random = new Random(seed);
        var queues = List.of(names.queue("errands"), names.queue("parcels"), names.dead(), names.due());
        var garbage = new RandomMessages(
                seed,
                id,
                where.equals("parcels")
                        ? List.of(
                                new RandomMessages.Good("parcel.carry", "[[], {\"key\": \"any\", \"number\": 1}, {}]"))
                        : List.of(new RandomMessages.Good("shop.add", "[[20, 3], {}, null]")),
                queues);
        var lane = where.equals("lane.delay") ? names.lane(TaskEngine.LANE) : names.due();
        if (where.equals("lane.delay")) {
            // Straight in a lane it would end all quorum queues of a RabbitMQ before 4.0: nobody but workers may write
            // there.
            garbage.without("x-death");
        }
        var marks = new HashSet<String>();
        try (var connection = connections.createConnection();
                var channel = connection.createChannel(false)) {
            for (int turn = 0; turn < TURNS; turn++) {
                sendHealthyOnes(turn);
                marks.addAll(
                        where.startsWith("lane")
                                ? garbage.publish(
                                        all / TURNS,
                                        channel,
                                        lane,
                                        () -> queues.get(random.nextInt(queues.size()))
                                                + (random.nextInt(4) == 0 ? ".nowhere" : ""))
                                : garbage.publish(all / TURNS, channel, names.exchange(), () -> names.queue(where)));
            }
        }
        sendHealthyOnes(TURNS);

        var left = new HashSet<>(marks);
        await().pollInterval(ofSeconds(Proof.size(1, 10)))
                .atMost(ofSeconds(Proof.size(120, 3_600)))
                .untilAsserted(() -> assertThat(lookFor(left))
                        .as("seed %d, %d of %d left", seed, left.size(), marks.size())
                        .isEmpty());
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(errands.runs(id))
                        .extracting(Run::number)
                        .containsExactlyInAnyOrderElementsOf(
                                IntStream.rangeClosed(0, 3 * TURNS + 2).boxed().toList()));
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        Proof.print("%s: seed %d: %d messages by chance, each found", where, seed, marks.size());
    }

    /** One of a queue, of a batch, and of a lane. */
    private void sendHealthyOnes(int turn) {
        tasks.send(new Errand(id, 3 * turn));
        tasks.send(new Parcel(id, 3 * turn + 1));
        tasks.send(new Errand(id, 3 * turn + 2), SendOption.in(TaskEngine.LANE));
    }

    /**
     * Takes those away that are among the dead or the waiting, or have run. What says that it is too new comes and goes between table
     * and broker for an hour, so each counts as found when it was there once.
     *
     * @return some of those that are left
     */
    private List<String> lookFor(Set<String> left) {
        left.removeAll(RandomMessages.inTheDatabase(jdbc, names.prefix(), id));
        var ran = String.join(" ", errands.ids());
        left.removeIf(ran::contains);
        return left.stream().limit(10).toList();
    }

    private Map<String, @Nullable Object> renamed(CapturedMessages.Message message, @Nullable Object eta) {
        Map<String, @Nullable Object> headers = new HashMap<>(message.headers());
        headers.put("id", id + "/" + headers.get("argsrepr"));
        headers.put("eta", eta);
        return headers;
    }

    /** Of messages that were renamed. */
    private List<Run> runs() {
        return errands.runs("shop.add").stream()
                .filter(run -> run.context().id().value().startsWith(id + "/"))
                .toList();
    }

    private void put(Map<String, ? extends @Nullable Object> headers, String body) {
        rabbit.send(names.exchange(), names.queue("errands"), message(headers, body));
    }

    private static Message message(Map<String, ? extends @Nullable Object> headers, String body) {
        return MessageBuilder.withBody(body.getBytes(StandardCharsets.UTF_8))
                .setContentType("application/json")
                .copyHeaders(new HashMap<>(headers))
                .build();
    }

    private DeadTask awaitDeathOf(String body) {
        await().atMost(ofSeconds(10))
                .until(() -> dead.list(DeadTask.Status.DEAD, Long.MAX_VALUE, 1000).stream()
                        .anyMatch(task -> task.body().equals(body)));
        return dead.list(DeadTask.Status.DEAD, Long.MAX_VALUE, 1000).stream()
                .filter(task -> task.body().equals(body))
                .findFirst()
                .orElseThrow();
    }
}
