package stampede.task.message;

import static java.time.Duration.ofSeconds;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.Delivery;
import stampede.task.TaskId;
import stampede.task.TaskTooLarge;
import stampede.task.Tasks;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.task.broker.DelayLanes;
import stampede.task.broker.Publisher;
import stampede.task.broker.Route;
import stampede.task.engine.Errands;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.Errands.Parcel;
import stampede.task.engine.TaskEngineTest;
import stampede.task.spi.QueueNames;
import stampede.task.spi.TaskRequest;
import stampede.task.spi.TaskRequests;

/** Nobody but its sender suffers from a message that is too large. */
@TaskEngineTest
class MessageLimitsTests {

    private static final int TOO_MANY_BYTES = 16 * 1024 * 1024;

    @Autowired
    private Tasks tasks;

    @Autowired
    private TaskRequests requests;

    @Autowired
    private Publisher publisher;

    @Autowired
    private DelayLanes delayLanes;

    @Autowired
    private Errands errands;

    @Autowired
    private DeadTasks dead;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private RabbitTemplate rabbit;

    @Autowired
    private QueueNames names;

    @Autowired
    private JdbcTemplate jdbc;

    private final String key = UUID.randomUUID().toString();

    @Test
    void splitsATogetherOf3500TasksBeside600Publishes() {
        var parcels = parcels(3_500);

        var neighbours = publish(0, 300);
        var together = tasks.publishTogether(parcels);
        neighbours.addAll(publish(300, 600));

        assertThat(together).succeedsWithin(ofSeconds(60)).isEqualTo(Delivery.CONFIRMED);
        assertThat(neighbours)
                .allSatisfy(answer ->
                        assertThat(answer).succeedsWithin(ofSeconds(60)).isEqualTo(Delivery.CONFIRMED));
        await().atMost(ofSeconds(60))
                .untilAsserted(() -> assertThat(errands.runs(key)).hasSize(3_500));
        assertThat(errands.runs(key))
                .allSatisfy(
                        run -> assertThat(parcels.get(run.context().id())).isEqualTo(new Parcel(key, run.number())));
    }

    @Test
    void refusesABodyThatIsTooLargeByNameAndSize() {
        var large = new Errand("x".repeat(TOO_MANY_BYTES), 1);
        var neighbours = publish(0, 100);

        assertThatExceptionOfType(TaskTooLarge.class)
                .isThrownBy(() -> tasks.publish(large))
                .withMessageContaining("errand.run")
                .withMessageContaining("16,777,216")
                .withMessageContaining("stampede.task.max-message-size");
        assertThatExceptionOfType(TaskTooLarge.class).isThrownBy(() -> tasks.send(large));
        assertThatExceptionOfType(TaskTooLarge.class)
                .isThrownBy(() -> transaction.executeWithoutResult(status -> tasks.send(large)));
        var small = TaskId.random();
        var tooLarge = TaskId.random();
        assertThatExceptionOfType(TaskTooLarge.class)
                .isThrownBy(() ->
                        tasks.publishTogether(Map.of(small, new Parcel(key, 1), tooLarge, new Parcel(large.key(), 2))));

        assertThat(neighbours)
                .allSatisfy(answer ->
                        assertThat(answer).succeedsWithin(ofSeconds(60)).isEqualTo(Delivery.CONFIRMED));
        assertThat(errands.runs(key)).noneMatch(run -> run.number() == 1 && run.together() > 1);
    }

    @Test
    void refusesHeadersThatAreTooLargeByNameAndSize() {
        assertThatExceptionOfType(TaskTooLarge.class)
                .isThrownBy(() -> requests.send(request(Map.of("note", "x".repeat(100_000)))))
                .withMessageContaining("shop.add")
                .withMessageContaining("98,304");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> requests.send(request(Map.of("number", BigInteger.TEN.pow(30)))))
                .withMessageContaining("shop.add");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> requests.send(request(Map.of("n".repeat(300), "long name"))));
    }

    @Test
    void sendsHeadersOfMoreThanATextColumnHolds() {
        transaction.executeWithoutResult(status -> requests.send(request(Map.of("note", "x".repeat(90_000)))));

        await().atMost(ofSeconds(60))
                .untilAsserted(() -> assertThat(errands.runs("shop.add"))
                        .anyMatch(run -> run.context().id().value().equals(key)));
    }

    @Test
    void refusesWhatFitsIntoNoFrameWithoutHarmToItsNeighbours() {
        var neighbours = publish(0, 300);

        var answer = publisher.publish(
                delayLanes.direct("errands"), new Envelope(Map.of("note", "x".repeat(140_000)), new byte[0]));
        var name = publisher.publish(new Route("", "q".repeat(300)), new Envelope(Map.of("note", "x"), new byte[0]));
        neighbours.addAll(publish(300, 600));

        assertThat(answer).succeedsWithin(ofSeconds(60)).isEqualTo(Delivery.REFUSED);
        assertThat(name).succeedsWithin(ofSeconds(60)).isEqualTo(Delivery.REFUSED);
        assertThat(neighbours)
                .allSatisfy(neighbour ->
                        assertThat(neighbour).succeedsWithin(ofSeconds(60)).isEqualTo(Delivery.CONFIRMED));
    }

    /** With the reason beside them its headers would fit into no frame, or into no column. */
    @Test
    void keepsADeadTaskWhoseHeadersLeaveNoRoomForTheReason() {
        var neighbours = publish(0, 300);
        put(Map.of("task", "shop.add", "id", key, "junk", "x".repeat(128_000)), "nonsense " + key);

        var death = awaitDeath();

        assertThat(death.name()).isEqualTo("shop.add");
        assertThat(death.body()).isEqualTo("nonsense " + key);
        assertThat(neighbours)
                .allSatisfy(neighbour ->
                        assertThat(neighbour).succeedsWithin(ofSeconds(60)).isEqualTo(Delivery.CONFIRMED));
    }

    @Test
    void keepsADeadTaskWithHeadersOfMoreThan64Kilobytes() {
        put(Map.of("task", "shop.add", "id", key, "junk", "x".repeat(100_000)), "nonsense");

        assertThat(awaitDeath().name()).isEqualTo("shop.add");
        assertThat(jdbc.queryForObject(
                        "select length(headers) from task_dead where prefix = ? and task_id = ?",
                        Integer.class,
                        names.prefix(),
                        key))
                .as("as they came")
                .isGreaterThan(100_000);
    }

    @Test
    void leavesOutTheLargestOfWhatATaskCanDoWithout() {
        var cut = MessageLimits.cut(envelope(Map.of(
                "id", "a", "task", "b", "junk", "x".repeat(100_000), "argsrepr", "x".repeat(50_000), "note", "kept")));

        assertThat(cut.headers()).containsOnlyKeys("id", "task", "argsrepr", "note");
        assertThat(MessageLimits.fits(cut, MessageLimits.FRAME)).isTrue();
    }

    @Test
    void fitsWhateverComesIntoAFrame() {
        var lists = IntStream.range(0, 40_000).boxed().toList();
        for (var header : List.of("task", "junk", "timelimit", "x-task-error", "n".repeat(300))) {
            for (var value : List.of("秒".repeat(60_000), lists, Map.of("deep", lists), BigInteger.TEN.pow(40))) {
                var cut = MessageLimits.cut(envelope(Map.of("id", "a", "origin", "b", header, value)));

                assertThat(MessageLimits.fits(cut, MessageLimits.FRAME))
                        .as("%.20s: %s", header, value.getClass())
                        .isTrue();
                assertThat(cut.headers()).containsEntry("id", "a");
            }
        }
    }

    private TaskRequest request(Map<String, @Nullable Object> headers) {
        return new TaskRequest(
                new TaskId(key), "shop.add", "errands", List.of("1", "2"), "{}", Optional.empty(), headers);
    }

    private List<CompletableFuture<Delivery>> publish(int from, int to) {
        var answers = new ArrayList<CompletableFuture<Delivery>>();
        for (int number = from; number < to; number++) {
            answers.add(tasks.publish(new Errand("beside " + key, number)));
        }
        return answers;
    }

    private Map<TaskId, Parcel> parcels(int count) {
        return IntStream.range(0, count)
                .boxed()
                .collect(toMap(
                        any -> TaskId.random(),
                        number -> new Parcel(key, number),
                        (one, other) -> one,
                        LinkedHashMap::new));
    }

    private void put(Map<String, Object> headers, String body) {
        rabbit.send(
                names.exchange(),
                names.queue("errands"),
                MessageBuilder.withBody(body.getBytes(StandardCharsets.UTF_8))
                        .setContentType("application/json")
                        .copyHeaders(new HashMap<>(headers))
                        .build());
    }

    private DeadTask awaitDeath() {
        return await().atMost(ofSeconds(60))
                .until(() -> dead.of(new TaskId(key)), deaths -> !deaths.isEmpty())
                .get(0);
    }

    private static Envelope envelope(Map<String, ?> headers) {
        Map<String, @Nullable Object> all = new HashMap<>(headers);
        return new Envelope(all, new byte[0]);
    }
}
