package stampede.task.beat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.Beat;
import stampede.task.Tick;
import stampede.task.admin.TaskSchedule;
import stampede.task.admin.TaskSchedules;
import stampede.task.engine.Errands;
import stampede.task.engine.TaskEngineTest;
import stampede.task.handler.BeatDefinition;
import stampede.task.handler.FixedRate;
import stampede.task.handler.PayloadDefinition;
import stampede.task.handler.RetryPlan;
import stampede.task.handler.TaskDefinition;
import stampede.task.handler.TaskLimits;
import stampede.task.handler.TaskRegistry;
import stampede.task.spi.QueueNames;

@TaskEngineTest
class TickSenderTests {

    @Autowired
    private TickSender tickSender;

    @Autowired
    private TaskSchedules visible;

    @Autowired
    private TaskRegistry registry;

    @Autowired
    private Errands errands;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private QueueNames names;

    @Autowired
    private Clock clock;

    private final String name = "tide-" + System.nanoTime();

    @AfterEach
    void forgetWhatNobodyFetches() {
        jdbc.update("delete from task_outbox where prefix = ? and queue = ?", names.prefix(), name);
    }

    @Test
    void tellsWhatThereIs() {
        assertThat(visible.find("errand.tick")).hasValueSatisfying(schedule -> {
            assertThat(schedule.queue()).isEqualTo("beat");
            assertThat(schedule.rhythm()).isEqualTo("0 0 0 29 2 1");
            assertThat(schedule.zone()).isEqualTo(ZoneId.of("Asia/Shanghai"));
            assertThat(schedule.next()).isAfter(clock.instant());
        });
        assertThat(visible.find("errand.no-such")).isEmpty();
    }

    @Test
    void ticksBesideTheCalendarWhenSomebodyAsks() {
        var last = visible.find("errand.tick").flatMap(TaskSchedule::last);
        var before = errands.ticks().size();

        assertThat(visible.runNow("errand.tick")).isPresent();

        await().untilAsserted(() -> assertThat(errands.ticks()).hasSize(before + 1));
        assertThat(visible.find("errand.tick").flatMap(TaskSchedule::last)).isEqualTo(last);
        assertThat(visible.runNow("errand.no-such")).isEmpty();
    }

    @Test
    void asksForATickOnlyIfTheTransactionCommits() {
        await().until(() -> ticksInTheOutbox("errand.tick") == 0);
        transaction.executeWithoutResult(status -> {
            visible.runNow("errand.tick");
            assertThat(ticksInTheOutbox("errand.tick")).isEqualTo(1);
            status.setRollbackOnly();
        });

        assertThat(ticksInTheOutbox("errand.tick")).isZero();
    }

    @Test
    void sendsATickOnceHoweverManyTryAtTheSameMoment() throws Exception {
        var beat = everyHour(Beat.Misfire.FIRE_ALL);
        var start = clock.instant();
        tickSender.open(beat);
        var together = new CyclicBarrier(8);

        everyone(8, () -> {
            together.await();
            var now = start.plus(Duration.ofHours(3));
            await().until(() -> tickSender.tick(beat, now));
            return true;
        });

        assertThat(ticksInTheOutbox(name)).isEqualTo(3);
    }

    @Test
    void doesNotRepeatWhatWasSentWhileThisNodeSlept() {
        var beat = everyHour(Beat.Misfire.FIRE_ALL);
        tickSender.open(beat);
        var now = clock.instant();

        tickSender.tick(beat, now.plus(Duration.ofDays(3)));
        tickSender.tick(beat, now.plus(Duration.ofDays(2)));
        tickSender.tick(beat, now.plus(Duration.ofDays(3)));

        assertThat(ticksInTheOutbox(name)).isEqualTo(72);
    }

    @Test
    void takesATickBackThatWasNotSentToTheEnd() {
        var beat = everyHour(Beat.Misfire.FIRE_ONCE);
        tickSender.open(beat);
        var later = clock.instant().plus(Duration.ofHours(1));

        transaction.executeWithoutResult(status -> {
            tickSender.tick(beat, later);
            status.setRollbackOnly();
        });
        assertThat(ticksInTheOutbox(name)).isZero();

        tickSender.tick(beat, later);
        assertThat(ticksInTheOutbox(name)).isEqualTo(1);
    }

    @Test
    void missesTicksFromTheMomentTheScheduleWasFirstSeen() {
        var beat = everyHour(Beat.Misfire.FIRE_ONCE);
        tickSender.open(beat);

        var afterARestart = tickSender.open(beat);

        assertThat(afterARestart.isDue(clock.instant().plus(Duration.ofHours(1))))
                .isTrue();
        assertThat(afterARestart.next()).isEqualTo(beat.rhythm().nextAfter(clock.instant()));
    }

    @Test
    void leavesTicksOutWhileOneHasNotEndedIfTheyMayNotOverlap() {
        var often = everyHour(Beat.Misfire.FIRE_ONCE);
        var beat = new BeatDefinition(often.task(), often.rhythm(), often.zone(), often.misfire(), false);
        tickSender.open(beat);

        tickSender.tick(beat, clock.instant().plus(Duration.ofHours(1)));
        tickSender.tick(beat, clock.instant().plus(Duration.ofHours(2)));
        assertThat(ticksInTheOutbox(name)).isEqualTo(1);

        jdbc.update("delete from task_unique where prefix = ? and unique_key = ?", names.prefix(), "beat:" + name);
        tickSender.tick(beat, clock.instant().plus(Duration.ofHours(3)));
        assertThat(ticksInTheOutbox(name)).isEqualTo(2);
    }

    /** Its ticks stay in the outbox, as no broker has its queue. */
    private BeatDefinition everyHour(Beat.Misfire misfire) {
        var tick = registry.byName("errand.tick").orElseThrow();
        var task = new TaskDefinition(
                new PayloadDefinition(Tick.class, name, name),
                tick.handler(),
                new RetryPlan(List.of(), 0, List.of()),
                TaskLimits.NONE,
                Optional.empty());
        return new BeatDefinition(task, new FixedRate(Duration.ofHours(1)), ZoneId.of("UTC"), misfire, true);
    }

    private int ticksInTheOutbox(String schedule) {
        return jdbc.queryForList(
                        "select id from task_outbox where prefix = ? and headers like ?",
                        names.prefix(),
                        "%\"" + schedule + "\"%")
                .size();
    }

    private static void everyone(int threads, Callable<Boolean> work) throws ExecutionException, InterruptedException {
        var pool = Executors.newFixedThreadPool(threads);
        try {
            for (var done : pool.invokeAll(Collections.nCopies(threads, work))) {
                assertThat(done.get()).isTrue();
            }
        } finally {
            pool.shutdown();
        }
    }
}
