package stampede.celery;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.task.engine.RandomMessages;
import stampede.testing.Proof;

/** Whatever is put into a queue of Celery's hits its own delivery and nothing else, and is answered or found again. */
@CeleryTest
class ForeignMessagesTests {

    private static final int KINDS = 21;
    private static final int TOGETHER = 2 * KINDS;
    private static final int TURNS = 5;

    @Autowired
    private CeleryEngine.Python python;

    @Autowired
    private JavaTasks tasks;

    @Autowired
    private DeadTasks dead;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private ConnectionFactory connections;

    @Autowired
    private CeleryWorker celeryWorker;

    @Autowired
    private HealthIndicator servedQueuesHealthIndicator;

    private PythonProcess celery;

    private final String key = UUID.randomUUID().toString();

    @BeforeEach
    void startTheClient() {
        celery = python.client();
    }

    @Test
    void readsWholeNumbersAbove2To31InHeaders() {
        assertThat(celery.eval(
                                "java('java.add', 20, 22).apply_async(headers={'sent_ms': 1763890000123}).get(timeout=30)")
                        .intValue())
                .isEqualTo(42);
    }

    @Test
    void setsAsideHeadersNestedWithoutEndBesideGoodTasks() {
        celery.eval("put(b'[[1, 1], {}, null]', {'id': '%s', 'task': 'java.add', 'deep': deep(3000)})", key);

        assertThat(celery.eval("java('java.add', 20, 22).delay().get(timeout=30)")
                        .intValue())
                .isEqualTo(42);
        assertThat(awaitDeath(death -> death.taskId().value().equals(key)).error())
                .contains("nested too deeply");
        assertThat(servedQueuesHealthIndicator.health())
                .extracting(Health::getStatus)
                .isEqualTo(Status.UP);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "eta='tomorrow'|its eta is no time: 'tomorrow'",
                "expires='soon'|its expires is no time: 'soon'",
                "timelimit='long'|its timelimit is not [hard, soft] in seconds: 'long'",
            })
    void refusesByNameWhatHeadersSayThatCannotBeDone(String header, String why) {
        celery.eval("raw([[1, 1], {}, None], id='%s', task='java.add', " + header + ")", key);

        assertRefused(key, why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'chain': [5]}|its chain is no signature",
                "{'callbacks': 'x'}|its callbacks is no signature",
                "{'errbacks': [{'task': ''}]}|its errbacks is no signature",
                "{'chord': 7}|its chord is no signature",
                "'x'|the third part of its body",
            })
    void refusesByNameWhatCannotFollow(String embed, String why) {
        celery.eval("raw([[1, 1], {}, " + embed + "], id='%s', task='java.add')", key);

        assertRefused(key, why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'java.add', 1, 2, z=3|it has no argument 'z'",
                "'java.add', 1|the argument 'y' is missing",
                "'java.add', 1, 2, 3|3 arguments for the 2 of Addition: [x, y]",
                "'java.add', 1, 'two'|the argument 'y' does not fit",
            })
    void refusesArgumentsByTheirNames(String call, String why) {
        assertThatExceptionOfType(PythonProcess.Raised.class)
                .isThrownBy(() -> celery.eval("java(" + call + ").delay().get(timeout=30)"))
                .withMessageContaining(why);
    }

    @Test
    void saysNotRegisteredOfATaskThatNobodyKnows() {
        assertThatExceptionOfType(PythonProcess.Raised.class)
                .isThrownBy(() -> celery.eval("java('py.nobody').delay().get(timeout=30)"))
                .matches(raised -> raised.type().equals("NotRegistered"))
                .withMessageContaining("py.nobody");
    }

    @Test
    void runsNoTaskThatTheQueueMayNotCall() {
        assertThatExceptionOfType(PythonProcess.Raised.class)
                .isThrownBy(() -> celery.eval("java('secret.pay-back', '%s').delay().get(timeout=30)", key))
                .withMessageContaining("may not be called by the queue");
        assertThat(tasks.hasBegun(key)).isFalse();
    }

    @Test
    void letsNothingThatFollowsGoIntoTheEnginesOwnQueues(@Value("${stampede.task.prefix}") String prefix) {
        celery.eval(
                "java('java.add', 1, 1).apply_async(link=java('secret.pay-back', '%1$s').set("
                        + "immutable=True, queue='%2$s.java', task_id='%1$s')).get(timeout=30)",
                key, prefix);

        assertThatExceptionOfType(PythonProcess.Raised.class)
                .isThrownBy(() -> celery.eval("result('%s').get(timeout=30)", key))
                .withMessageContaining("belongs to the task engine");
        assertThat(tasks.hasBegun(key)).isFalse();
    }

    @Test
    void answersIdsThatAreTooLong() {
        var id = key + "x".repeat(200 - key.length());

        assertThatExceptionOfType(PythonProcess.Raised.class)
                .isThrownBy(() -> celery.eval("java('java.add', 1, 1).apply_async(task_id='%s').get(timeout=30)", id))
                .withMessageContaining("no usable id");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"application/json; charset=utf-8", "application/json;charset=\"UTF-8\"", "Application/JSON"})
    void readsJsonHoweverItIsNamed(String type) {
        celery.eval("put(b'[[1, 2], {}, null]', {'id': '%s', 'task': 'java.add'}, content_type='%s')", key, type);

        assertThat(celery.eval("result('%s').get(timeout=30)", key).intValue()).isEqualTo(3);
    }

    @Test
    void readsNoOtherCharset() {
        celery.eval(
                "put(b'[[1, 2], {}, null]', {'id': '%s', 'task': 'java.add'}, content_type='application/json; charset=latin-1')",
                key);

        assertRefused(key, "only UTF-8");
    }

    @Test
    void countsInNoChordByAPlaceThatIsNone() {
        celery.eval(
                "raw([[1, 1], {}, {'chord': {'task': 'java.total'}}], id='%1$s', task='java.add', group='%1$s', group_index='nan')",
                key);

        assertThat(celery.eval("result('%s').get(timeout=30)", key).intValue()).isEqualTo(2);
        assertThat(celery.eval("java('java.add', 20, 22).delay().get(timeout=30)")
                        .intValue())
                .isEqualTo(42);
    }

    /** 21 kinds of garbage, each with a mark of its own. All are found again, and good tasks between and after them run. */
    @Test
    void findsAllGarbageAgain(@Value("${stampede.task.prefix}") String prefix) {
        var messages = Proof.size(2, 240) * KINDS;
        for (int sent = 0; sent < messages; sent += TOGETHER) {
            celery.eval("garbage(%s, %s, '%s')", Integer.toString(sent), Integer.toString(TOGETHER), key);
            assertThat(celery.eval("java('java.add', 20, 22).delay().get(timeout=100)")
                            .intValue())
                    .isEqualTo(42);
        }
        await().atMost(ofSeconds(Proof.size(120, 1_800)))
                .untilAsserted(() -> assertThat(marks(prefix)).hasSize(messages));
        Proof.print(
                "%d messages of %d kinds of garbage: each found, %d good tasks answered",
                messages, KINDS, messages / TOGETHER);
        assertThat(servedQueuesHealthIndicator.health())
                .extracting(Health::getStatus)
                .isEqualTo(Status.UP);
    }

    /** Into a classic queue and a quorum queue, with a good task before, between and after them. In the proof 20,000 into each. */
    @ParameterizedTest
    @ValueSource(strings = {"java-", "late-"})
    void findsEachOfMessagesByChance(String queue, @Value("${stampede.task.prefix}") String prefix) throws Exception {
        var seed = Long.getLong("seed", System.nanoTime());
        var all = Proof.size(150, Integer.getInteger("messages", 20_000));
        var garbage = new RandomMessages(
                seed,
                key,
                List.of(new RandomMessages.Good("java.add", "[[20, 22], {}, {}]")),
                List.of(prefix + ".java", prefix + ".dead", prefix + ".lane.due", queue + prefix));
        var good = new HashSet<String>();
        var marks = new HashSet<String>();
        try (var connection = connections.createConnection();
                var channel = connection.createChannel(false)) {
            for (int turn = 0; turn <= TURNS; turn++) {
                good.add(putGoodOne(channel, queue + prefix, turn));
                if (turn < TURNS) {
                    marks.addAll(garbage.publish(all / TURNS, channel, "", () -> queue + prefix));
                }
            }
        }

        await().pollInterval(ofSeconds(Proof.size(1, 10)))
                .atMost(ofSeconds(Proof.size(120, 3_600)))
                .untilAsserted(() ->
                        assertThat(missing(marks, prefix)).as("seed %d", seed).isEmpty());
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(jdbc.queryForList(
                                "select task_id from task_run where prefix = ? and state = 'SUCCESS' and attempts = 1 and task_id like ?",
                                String.class,
                                prefix,
                                "good-" + key + "%"))
                        .containsExactlyInAnyOrderElementsOf(good));
        assertThat(servedQueuesHealthIndicator.health())
                .extracting(Health::getStatus)
                .isEqualTo(Status.UP);
        Proof.print("%s: seed %d: %d messages by chance, each found", queue, seed, marks.size());
    }

    /** What is no request, or asks for an answer elsewhere, is passed over, and whoever asks in between is answered. */
    @Test
    void answersRequestsBesideMessagesByChance() throws Exception {
        var seed = Long.getLong("seed", System.nanoTime());
        var all = Proof.size(150, Integer.getInteger("messages", 20_000));
        var garbage = new RandomMessages(
                seed,
                key,
                List.of("ping", "active", "stats", "revoke", "conf", "shutdown", "registered").stream()
                        .map(method -> new RandomMessages.Good("none", """
                                {"method": "%s", "arguments": {"task_id": ["%s"]}, "destination": null, "ticket": "t",
                                 "reply_to": {"exchange": "reply.celery.pidbox", "routing_key": "nobody"}}
                                """.formatted(method, key)))
                        .toList(),
                List.of("celery.pidbox", "nowhere"));
        try (var connection = connections.createConnection();
                var channel = connection.createChannel(false)) {
            for (int turn = 0; turn < TURNS; turn++) {
                garbage.publish(all / TURNS, channel, "celery.pidbox", () -> "");
                assertThat(celery.eval(
                                        "app.control.inspect(destination=['%s'], timeout=60, limit=1).ping()",
                                        celeryWorker.name())
                                .toString())
                        .as("seed %d, turn %d", seed, turn)
                        .contains("pong");
            }
        }
        Proof.print("control: seed %d: %d messages by chance, and an answer after each %d", seed, all, all / TURNS);
    }

    private String putGoodOne(Channel channel, String queue, int number) throws IOException {
        var id = "good-" + key + "-" + number;
        channel.basicPublish(
                "",
                queue,
                new BasicProperties.Builder()
                        .contentType("application/json")
                        .headers(Map.of("id", id, "task", "java.add", "lang", "py"))
                        .build(),
                "[[20, 22], {}, {}]".getBytes(StandardCharsets.UTF_8));
        return id;
    }

    /** What ran is in the history, by its id. */
    private Set<String> missing(Set<String> marks, String prefix) {
        var found = RandomMessages.inTheDatabase(jdbc, prefix, key);
        var ran = String.join(
                " ",
                jdbc.queryForList(
                        "select task_id from task_run where prefix = ? and task_id like ?",
                        String.class,
                        prefix,
                        "%" + key + "%"));
        return marks.stream()
                .filter(mark -> !found.contains(mark) && !ran.contains(mark))
                .limit(10)
                .collect(Collectors.toSet());
    }

    /** By what lies in the database, as the console shows it. */
    private Set<String> marks(String prefix) {
        var pattern = Pattern.compile(key + "-\\d+");
        var found = new HashSet<String>();
        jdbc.query(
                "select task_id, headers, body from task_dead where prefix = ?",
                row -> {
                    var text = row.getString("task_id") + " " + row.getString("headers") + " "
                            + new String(row.getBytes("body"), StandardCharsets.ISO_8859_1);
                    pattern.matcher(text).results().map(MatchResult::group).forEach(found::add);
                },
                prefix);
        return found;
    }

    private void assertRefused(String id, String why) {
        assertThatExceptionOfType(PythonProcess.Raised.class)
                .isThrownBy(() -> celery.eval("result('%s').get(timeout=30)", id))
                .withMessageContaining(why);
    }

    private DeadTask awaitDeath(Predicate<DeadTask> which) {
        return await().atMost(ofSeconds(60))
                .until(
                        () -> dead.list(DeadTask.Status.DEAD, Long.MAX_VALUE, 1000).stream()
                                .filter(which)
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }
}
