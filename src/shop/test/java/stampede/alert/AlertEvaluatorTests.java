package stampede.alert;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.channel.ChannelMessage;
import stampede.channel.Severity;
import stampede.desk.TimedReader;

/** Rules judged on the real tables, with sources, subjects, a lease and a time of the test's own. */
@StampedeTest
class AlertEvaluatorTests {

    private static final String FIRING = ChannelMessage.FIRING;
    private static final String RESOLVED = ChannelMessage.RESOLVED;

    @Autowired
    private AlertEvaluator.Tables tables;

    @Autowired
    private AlertWords words;

    @Autowired
    private AlertProperties properties;

    @Autowired
    private AlertDurationProperties durations;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private TimedReader reader;

    @Autowired
    private StringRedisTemplate redis;

    @Autowired
    private Alerts alerts;

    @Autowired
    private JdbcClient sql;

    private final String lease = "t" + UUID.randomUUID();
    private final String offer = "offer:" + UUID.randomUUID();
    private final String other = "offer:" + UUID.randomUUID();
    private final ToldMessages told = new ToldMessages();
    private final Map<String, Double> drift = new ConcurrentHashMap<>();
    private final Map<String, Double> books = new ConcurrentHashMap<>();
    private final AtomicBoolean isKnown = new AtomicBoolean(true);
    private Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    @BeforeEach
    void makeALease() {
        sql.sql("insert into alert_lease (name, holder, fence, until_ms) values (:name, '', 0, 0)")
                .param("name", lease)
                .update();
    }

    @AfterEach
    void leaveNothing() {
        sql.sql("delete from alert where subject in (:mine) or rule_name in ('drift', 'books', 'server-away')")
                .param("mine", List.of(offer, other))
                .update();
        sql.sql("delete from alert_silence where reason like 'A test%'").update();
        sql.sql("delete from alert_lease where name = :name")
                .param("name", lease)
                .update();
    }

    @Test
    void isToldOnceWhenItFiresAndOnceWhenItIsOver() {
        var evaluator = evaluator("one");
        drift.put(offer, 2.0);
        pass(evaluator, 55);
        assertThat(told.messages()).as("a minute has not passed").isEmpty();

        pass(evaluator, 10);
        assertThat(told.about(offer)).containsExactly(FIRING);
        var message = told.messages().get(0);
        assertThat(message.rule()).isEqualTo("drift");
        assertThat(message.severity()).isEqualTo(Severity.URGENT);
        assertThat(message.value()).isEqualTo(2);
        assertThat(message.title().zh()).contains("库存差异").contains(offer);
        assertThat(message.text().en()).contains("Units: 2");
        assertThat(message.runbook()).isEqualTo("/console/help#alert-drift");
        var alert = alerts.find(idOf(message)).orElseThrow();
        assertThat(message.url()).isEqualTo("/console/alerts/" + alert.id());

        pass(evaluator, 120);
        assertThat(told.about(offer)).as("not again").containsExactly(FIRING);
        drift.clear();
        pass(evaluator, 50);
        assertThat(told.about(offer)).as("not good for a minute").containsExactly(FIRING);
        pass(evaluator, 20);
        assertThat(told.about(offer)).containsExactly(FIRING, RESOLVED);
        assertThat(told.messages())
                .extracting(ChannelMessage::id)
                .containsExactly("alert-" + alert.id() + "-1", "alert-" + alert.id() + "-2");
        assertThat(alerts.find(alert.id()).orElseThrow().state()).isEqualTo(AlertState.RESOLVED);
    }

    @Test
    void whatCannotBeReadIsNotGood() {
        var evaluator = evaluator("one");
        books.put(offer, 1.0);
        pass(evaluator, 5);
        assertThat(told.about(offer)).containsExactly(FIRING);

        books.clear();
        isKnown.set(false);
        pass(evaluator, 300);
        assertThat(told.about(offer)).containsExactly(FIRING);

        isKnown.set(true);
        pass(evaluator, 50);
        assertThat(told.about(offer)).containsExactly(FIRING);
        pass(evaluator, 20);
        assertThat(told.about(offer)).containsExactly(FIRING, RESOLVED);
    }

    @Test
    void anUrgentOneIsRepeatedEachHourUntilSomebodyLooksAfterIt() {
        var evaluator = evaluator("one");
        books.put(offer, 1.0);
        pass(evaluator, 5);
        now = now.plus(Duration.ofMinutes(59));
        pass(evaluator, 5);
        assertThat(told.about(offer)).containsExactly(FIRING);
        now = now.plus(Duration.ofMinutes(1));
        pass(evaluator, 5);
        assertThat(told.about(offer)).containsExactly(FIRING, FIRING);

        alerts.acknowledge(operator(), idOf(told.messages().get(0)));
        now = now.plus(Duration.ofHours(3));
        pass(evaluator, 5);
        assertThat(told.about(offer)).containsExactly(FIRING, FIRING);
    }

    @Test
    void aSilenceHushesWhatItSaysAndNothingElseAndEndsByItself() {
        var evaluator = evaluator("one");
        alerts.silence(
                operator(),
                new AlertSilence.Which(Optional.of(AlertRule.BOOKS), offer, Optional.empty()),
                Duration.ofHours(1),
                "A test of silences");
        books.put(offer, 1.0);
        books.put(other, 1.0);
        pass(evaluator, 30);
        assertThat(told.about(offer)).isEmpty();
        assertThat(told.about(other)).containsExactly(FIRING);
        assertThat(alerts.covered(new AlertSilence.Which(Optional.of(AlertRule.BOOKS), offer, Optional.empty())))
                .as("it fires all the same")
                .hasSize(1);

        now = now.plus(Duration.ofHours(1));
        pass(evaluator, 5);
        assertThat(told.about(offer)).as("the silence is over").containsExactly(FIRING);
    }

    @Test
    void theNextNodeFollowsOneThatWasKilledAndTellsAgainWhatItMayNotHaveTold() {
        var first = evaluator("one");
        var second = evaluator("two");
        books.put(offer, 1.0);
        told.setBroken(true);
        assertThat(first.evaluate(now)).isTrue();
        assertThat(second.evaluate(now)).as("it is not its turn").isFalse();

        told.setBroken(false);
        now = now.plusSeconds(5);
        assertThat(second.evaluate(now)).isFalse();
        now = now.plusSeconds(5);
        assertThat(second.evaluate(now.plusSeconds(5)))
                .as("fifteen seconds after the last word")
                .isTrue();
        assertThat(told.messages())
                .extracting(ChannelMessage::id)
                .singleElement()
                .asString()
                .endsWith("-1");

        now = now.plusSeconds(10);
        assertThat(first.evaluate(now)).as("back, it finds another").isFalse();
        pass(second, 60);
        assertThat(told.about(offer)).containsExactly(FIRING);
    }

    @Test
    void whatAFormerNodeIsLateWithCountsForNothing() {
        var slow = new AlertEvaluator(
                new AlertEvaluator.Tenure(lease, "slow", Duration.ZERO),
                new AlertReader(
                        List.of(new AlertSource(AlertRule.BOOKS, () -> {
                            sql.sql("update alert_lease set holder = 'fast', fence = fence + 1 where name = :name")
                                    .param("name", lease)
                                    .update();
                            return Optional.of(List.of(new AlertFinding(offer, 1)));
                        })),
                        Runnable::run),
                tables,
                new AlertEvaluator.Telling(properties, words, told),
                durations,
                transaction,
                List::of);
        slow.evaluate(now);

        assertThat(told.messages()).isEmpty();
        assertThat(tables.alerts().of(AlertRule.BOOKS, offer, 1)).isEmpty();
    }

    /** The database is away, then back; Redis says which node tells, and without Redis each does. */
    @Test
    void aDatabaseThatIsAwayIsToldFromMemoryAndWhatFollowsFromItIsNot() {
        redis.delete("alert:told:server-away:mysql");
        var isUp = new AtomicBoolean(false);
        var one = watch("one", isUp, new ToldInRedis(redis));
        var two = watch("two", isUp, new ToldInRedis(redis));
        var alone = watch("three", isUp, new ToldInRedis(redis) {
            @Override
            Answer isFirst(String server, String node) {
                return Answer.NOBODY_KNOWS;
            }
        });
        Stream.iterate(0, second -> second <= 10, second -> second + 5)
                .forEach(second -> watchAll(second, one, two, alone));
        assertThat(told.messages()).as("fifteen seconds have not passed").isEmpty();
        watchAll(15, one, two, alone);
        watchAll(20, one, two, alone);
        assertThat(told.about("mysql")).as("by the first, and by the one alone").containsExactly(FIRING, FIRING);
        assertThat(told.messages().get(1).text().en()).contains("Heard from node three only");
        assertThat(one.firing()).hasSize(1);

        isUp.set(true);
        now = now.plusSeconds(25);
        one.watch(now);
        books.put(offer, 1.0);
        var evaluator = evaluator("one", one);
        pass(evaluator, 55);
        assertThat(told.about(offer)).as("it follows from the database").isEmpty();
        assertThat(told.about("mysql")).containsExactly(FIRING, FIRING);
        now = now.plusSeconds(5);
        one.watch(now);
        pass(evaluator, 15);
        assertThat(told.about("mysql")).containsExactly(FIRING, FIRING, RESOLVED);
        assertThat(told.about(offer)).as("it did not go away with it").containsExactly(FIRING);
        redis.delete("alert:told:server-away:mysql");
    }

    private void watchAll(int second, ServerWatch... watches) {
        List.of(watches).forEach(watch -> watch.watch(now.plusSeconds(second)));
    }

    private ServerWatch watch(String node, AtomicBoolean isUp, ToldInRedis toldInRedis) {
        return new ServerWatch(
                Map.of("mysql", isUp::get),
                reader,
                tables.alerts(),
                toldInRedis,
                new AlertEvaluator.Telling(properties, words, told),
                durations.of(AlertRule.SERVER_AWAY),
                node);
    }

    private AlertEvaluator evaluator(String node) {
        return new AlertEvaluator(
                new AlertEvaluator.Tenure(lease, node, Duration.ZERO),
                new AlertReader(sources(), Runnable::run),
                tables,
                new AlertEvaluator.Telling(properties, words, told),
                durations,
                transaction,
                List::of);
    }

    private AlertEvaluator evaluator(String node, ServerWatch servers) {
        return new AlertEvaluator(
                new AlertEvaluator.Tenure(lease, node, Duration.ZERO),
                new AlertReader(sources(), Runnable::run),
                tables,
                new AlertEvaluator.Telling(properties, words, told),
                durations,
                transaction,
                servers::firing);
    }

    private List<AlertSource> sources() {
        return List.of(
                new AlertSource(AlertRule.DRIFT, () -> read(drift)),
                new AlertSource(AlertRule.BOOKS, () -> read(books)),
                new AlertSource(AlertRule.SERVER_AWAY, () -> Optional.of(List.of())));
    }

    private Optional<List<AlertFinding>> read(Map<String, Double> bad) {
        return isKnown.get()
                ? Optional.of(bad.entrySet().stream()
                        .map(one -> new AlertFinding(one.getKey(), one.getValue()))
                        .toList())
                : Optional.empty();
    }

    /** Turns each five seconds. */
    private void pass(AlertEvaluator evaluator, int seconds) {
        var end = now.plusSeconds(seconds);
        while (now.isBefore(end)) {
            now = now.plusSeconds(5);
            assertThat(evaluator.evaluate(now)).isTrue();
        }
    }

    private static long idOf(ChannelMessage message) {
        return Long.parseLong(Splitter.on('-').splitToList(message.id()).get(1));
    }

    private static SignedIn operator() {
        return new SignedIn(new AccountId(1), "watcher", Role.OPERATOR);
    }
}
