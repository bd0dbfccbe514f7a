package stampede.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.alert.AlertBoard;
import stampede.alert.AlertRule;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;
import stampede.audit.AuditedActs;
import stampede.catalog.Catalog;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;
import stampede.ids.Ids;
import stampede.money.Money;
import stampede.pulse.Pulse;
import stampede.pulse.PulseCounts;
import stampede.pulse.PulseEvent;
import stampede.pulse.PulseReader;
import stampede.refusal.RefusalException;
import stampede.refusal.RefusalReason;
import stampede.task.Tasks;
import stampede.task.admin.TaskQueue;
import stampede.task.admin.TaskQueues;

/** Each reason for which the watch stops a rehearsal, found where it really stands, and that what is not one stops none. */
@Isolated
@StampedeTest
class RehearsalWatchTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String ORDERS = "stampede.orders";
    private static final SignedIn OPERATOR = new SignedIn(new AccountId(4_711), "operator", Role.OPERATOR);
    private static final int TOO_MANY_ORDERS = 5_001;

    @LocalServerPort
    private int port;

    @Autowired
    private ShopFixture fixture;

    @Autowired
    private RehearsalWatch.Sources sources;

    @Autowired
    private RehearsalRepository rows;

    @Autowired
    private RehearsalTaskHandlers tasks;

    @Autowired
    private Pulse pulse;

    @Autowired
    private PulseReader reader;

    @Autowired
    private AlertBoard alerts;

    @Autowired
    private TaskQueues queues;

    @Autowired
    private RabbitTemplate rabbit;

    @Autowired
    private Catalog catalog;

    @Autowired
    private AuditedActs acts;

    @Autowired
    private Tasks sending;

    @Autowired
    private JdbcClient sql;

    @Autowired
    private Ids ids;

    private OfferId real;
    private Rehearsal rehearsal;

    @BeforeEach
    void begin() {
        real = OfferId.of(fixture.onSale(new ApiClient(port), 10, 1));
        rehearsal = new Rehearsal(
                ids.next(),
                new RehearsalPlan(real, 10, 1, RehearsalCurve.AT_ONCE, 10, 10, true),
                new Rehearsal.Copied("Celadon teapot", new Money(1990), 1),
                "operator:1",
                Rehearsal.State.WAITING,
                RehearsalStep.CHECK,
                new Rehearsal.Times(Instant.now().truncatedTo(ChronoUnit.MILLIS), Optional.empty(), Optional.empty()),
                Optional.empty());
        rows.insert(rehearsal);
        assertThat(rows.begin(rehearsal.id())).isTrue();
        await("what the test before counted is long ago").atMost(PATIENCE).until(() -> lately().isEmpty());
    }

    @AfterEach
    void end() {
        sql.sql("delete from alert where subject = 'of-a-rehearsal'").update();
        sql.sql("delete from rehearsal where who = :who")
                .param("who", OPERATOR.who())
                .update();
        alerts.refresh();
        rows.end(
                rehearsal.id(),
                new Rehearsal.End(
                        Instant.now(), RehearsalVerdict.STOPPED, Optional.of(StopReason.ASKED), Optional.empty()));
    }

    /** It goes on until ten minutes before, and then it is over, long before anybody presses. */
    @Test
    void stopsWhenARealSaleOpensInNineMinutes() {
        var opens = publishYearsAway();
        var left = new AtomicReference<>(Duration.ofSeconds(610));
        var there = at(() -> opens.minus(left.get()));
        var shy = notBeside(Instant.now().truncatedTo(ChronoUnit.MILLIS));
        rows.insert(shy);
        var watch = new RehearsalWatch(there, shy, opens, () -> 0);

        watch.turn();
        assertThat(watch.stop()).as("it is ten minutes and ten seconds away").isEmpty();

        left.set(Duration.ofMinutes(9));
        watch.turn();
        assertThat(watch.stop()).contains(StopReason.SALE_OPENS);
    }

    /** Sixteen minutes before, all that keeps it from beginning is that another one runs. */
    @Test
    void doesNotBeginWhenARealSaleOpensInNineMinutes() {
        var opens = publishYearsAway();
        var runs = notBeside(opens.minus(Duration.ofMinutes(17)));
        rows.insert(runs);

        for (var minutes : List.of(1, 9, 14)) {
            assertThat(refusal(opens.minus(Duration.ofMinutes(minutes)), runs.plan()))
                    .as("%d minutes before", minutes)
                    .isEqualTo(RehearsalRefusal.SALE_TOO_NEAR);
        }
        assertThat(refusal(opens.minus(Duration.ofMinutes(16)), runs.plan()))
                .isEqualTo(RehearsalRefusal.REHEARSAL_RUNS);
    }

    /** Where nobody else sells. */
    private Instant publishYearsAway() {
        var opens = Instant.now()
                .truncatedTo(ChronoUnit.MINUTES)
                .plus(Duration.ofDays(20_000 + ThreadLocalRandom.current().nextInt(10_000)));
        fixture.inWindow(new SaleWindow(opens, opens.plus(Duration.ofHours(1))));
        return opens;
    }

    private Rehearsal notBeside(Instant asked) {
        return new Rehearsal(
                ids.next(),
                new RehearsalPlan(real, 10, 1, RehearsalCurve.AT_ONCE, 10, 10, false),
                rehearsal.copied(),
                OPERATOR.who(),
                rehearsal.state(),
                rehearsal.step(),
                new Rehearsal.Times(asked, Optional.empty(), Optional.empty()),
                Optional.empty());
    }

    private RefusalReason refusal(Instant now, RehearsalPlan plan) {
        var then = new Rehearsals(rows, sources.sales(), catalog, acts, sending, ids, Clock.fixed(now, ZoneOffset.UTC));
        var refused = catchThrowableOfType(RefusalException.class, () -> then.ask(OPERATOR, plan));
        return refused.reason();
    }

    private RehearsalWatch.Sources at(InstantSource clock) {
        return new RehearsalWatch.Sources(
                rows,
                sources.sales(),
                sources.alerts(),
                sources.queues(),
                sources.pulse(),
                clock.withZone(ZoneOffset.UTC));
    }

    @Test
    void stopsWhenAShopperIsToldThatTheShopIsBusy() {
        var watch = watch();
        pulse.count(rehearsal.shadow(), PulseEvent.BUSY);
        pulse.count(real, PulseEvent.ACCEPTED);
        awaitCounted(PulseEvent.ACCEPTED, watch);
        assertThat(watch.stop()).as("a bot was told so").isEmpty();

        pulse.count(real, PulseEvent.BUSY);
        assertThat(awaitStop(watch)).isEqualTo(StopReason.REAL_BUSY);
    }

    @Test
    void stopsWhenAShopperIsNotToldWhatBecameOfAPress() {
        var watch = watch();
        pulse.count(real, PulseEvent.OUTCOME_UNKNOWN);

        assertThat(awaitStop(watch)).isEqualTo(StopReason.REAL_BUSY);
    }

    @Test
    void stopsWhenShoppersWaitAndNotForTheTimeOfAFewPresses() {
        var watch = watch();
        press(19, Duration.ofMillis(300));
        awaitCounted(PulseEvent.ACCEPTED, watch);
        assertThat(watch.stop()).as("nineteen are too few").isEmpty();
        await().atMost(PATIENCE).until(() -> lately().isEmpty());

        press(100, Duration.ofMillis(4));
        awaitCounted(PulseEvent.ACCEPTED, watch);
        assertThat(watch.stop()).as("they are quick").isEmpty();

        press(20, Duration.ofMillis(300));
        assertThat(awaitStop(watch)).isEqualTo(StopReason.REAL_SLOW);
        watch.turn();
        assertThat(watch.stop()).as("the first reason stays").contains(StopReason.REAL_SLOW);
    }

    @Test
    void stopsWhenAnUrgentAlertBeginsToFire() {
        raise(AlertRule.DRIFT);
        var watch = watch();
        raise(AlertRule.MONEY);
        watch.turn();
        assertThat(watch.stop()).as("one fired before, one can wait").isEmpty();

        raise(AlertRule.BOOKS);
        watch.turn();
        assertThat(watch.stop()).contains(StopReason.ALERT);
    }

    /** They are no orders, so they are taken out again before anybody takes them for some. */
    @Test
    void stopsWhenTooManyOrdersWait() {
        var watch = watch();
        await().atMost(PATIENCE).until(() -> waiting() == 0);
        assertThat(queues.pause("orders")).isTrue();
        try {
            await().atMost(PATIENCE).until(() -> rabbit.execute(channel -> channel.consumerCount(ORDERS)) == 0);
            watch.turn();
            assertThat(watch.stop()).isEmpty();
            fill();
            await().atMost(PATIENCE).until(() -> waiting() >= TOO_MANY_ORDERS);
            assertThat(awaitStop(watch)).isEqualTo(StopReason.ORDERS_WAIT);
        } finally {
            rabbit.execute(channel -> channel.queuePurge(ORDERS));
            assertThat(queues.resume("orders")).isTrue();
            await().atMost(PATIENCE).until(() -> waiting() == 0);
        }
    }

    @Test
    void stopsWhenAPageFailsWhenItsTimeIsOverAndWhenSomebodyWantsIt() {
        var now = Instant.now();
        var failed = watch(now.plus(PATIENCE), () -> 1);
        failed.turn();
        assertThat(failed.stop()).contains(StopReason.REAL_FAILED);

        var late = watch(now.minusSeconds(1), () -> 0);
        late.turn();
        assertThat(late.stop()).contains(StopReason.TIME);

        var asked = watch();
        assertThat(rows.askToStop(rehearsal.id(), now)).isTrue();
        asked.turn();
        assertThat(asked.stop()).contains(StopReason.ASKED);
    }

    @Test
    void stopsWhenNobodyCanTellWhatItDoesToTheShop() {
        var away = mock(PulseReader.class);
        when(away.second(any(), anyLong())).thenThrow(new DataAccessResourceFailureException("Redis is away"));
        var blind = new RehearsalWatch.Sources(
                rows, sources.sales(), sources.alerts(), sources.queues(), away, sources.clock());
        try (var watch = new RehearsalWatch(blind, rehearsal, Instant.now().plus(Duration.ofMinutes(1)), () -> 0)) {
            watch.start();
            await().atMost(PATIENCE).until(watch::isStopped);
            assertThat(watch.stop()).contains(StopReason.FAULT);
        }
    }

    @Test
    void theEndOfARehearsalIsNoFault() {
        var looks = new CountDownLatch(1);
        var slow = mock(PulseReader.class);
        when(slow.second(any(), anyLong())).thenAnswer(asked -> {
            looks.countDown();
            try {
                return new CountDownLatch(1).await(1, TimeUnit.MINUTES);
            } catch (InterruptedException closed) {
                throw new QueryTimeoutException("Interrupted", closed);
            }
        });
        var watch = new RehearsalWatch(
                new RehearsalWatch.Sources(
                        rows, sources.sales(), sources.alerts(), sources.queues(), slow, sources.clock()),
                rehearsal,
                Instant.now().plus(Duration.ofMinutes(1)),
                () -> 0);
        watch.start();
        await().atMost(PATIENCE).until(() -> looks.getCount() == 0);

        watch.close();

        assertThat(watch.stop()).isEmpty();
    }

    /** Its worker died: the broker gives the message to another one, which begins nothing; or nobody gets it, and it is tidied away. */
    @Test
    void oneWhoseWorkerDiedIsOver() throws InterruptedException {
        tasks.run(new RunRehearsal(Long.toString(rehearsal.id())));
        assertThat(rows.find(rehearsal.id()).orElseThrow().end().orElseThrow().stop())
                .contains(StopReason.DIED);
        assertThat(rows.find(rehearsal.id()).orElseThrow().times().window()).isEmpty();
    }

    private RehearsalWatch watch() {
        return watch(Instant.now().plus(Duration.ofMinutes(3)), () -> 0);
    }

    private RehearsalWatch watch(Instant deadline, LongSupplier failedLooks) {
        return new RehearsalWatch(sources, rehearsal, deadline, failedLooks);
    }

    private static StopReason awaitStop(RehearsalWatch watch) {
        return await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(200))
                .until(
                        () -> {
                            watch.turn();
                            return watch.stop();
                        },
                        Optional::isPresent)
                .orElseThrow();
    }

    /** Until the watch has looked at it. */
    private void awaitCounted(PulseEvent event, RehearsalWatch watch) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(100)).until(() -> {
            var counted = lately().of(event) > 0;
            watch.turn();
            return counted;
        });
    }

    private PulseCounts lately() {
        var sum = new PulseCounts();
        var now = sources.clock().instant().getEpochSecond();
        var near = sources.sales().near(sources.clock().instant(), Duration.ZERO);
        for (var second = now - 1; second <= now; second++) {
            reader.second(near, second).values().forEach(moment -> sum.addAll(moment.counts()));
        }
        return sum;
    }

    private void press(int times, Duration took) {
        pulse.count(real, PulseEvent.ACCEPTED, times);
        IntStream.range(0, times).forEach(press -> pulse.time(real, took.toNanos()));
    }

    private void raise(AlertRule rule) {
        sql.sql("""
                insert into alert (rule_name, subject, severity, state, is_open, value, started_ms, bad_ms, fired_ms)
                values (:rule, 'of-a-rehearsal', :severity, 'FIRING', 1, 1, :now, :now, :now)
                """)
                .param("rule", rule.id())
                .param("severity", rule.severity().name())
                .param("now", Instant.now().toEpochMilli())
                .update();
        alerts.refresh();
    }

    private long waiting() {
        return queues.find("orders").flatMap(TaskQueue::ready).orElse(-1L);
    }

    private void fill() {
        rabbit.execute(channel -> {
            channel.confirmSelect();
            for (var message = 0; message < TOO_MANY_ORDERS; message++) {
                channel.basicPublish("", ORDERS, null, "no order".getBytes(StandardCharsets.UTF_8));
            }
            channel.waitForConfirmsOrDie(TimeUnit.SECONDS.toMillis(30));
            return true;
        });
    }
}
