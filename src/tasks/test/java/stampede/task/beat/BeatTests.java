package stampede.task.beat;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.task.Tick;
import stampede.task.admin.DeadTask;
import stampede.task.admin.TaskSchedules;
import stampede.task.engine.TaskNode;
import stampede.testing.Apart;

@Apart
class BeatTests {

    private static final String EVERY_SECOND = "errands.cron=* * * * * *";

    private final String prefix = TaskNode.somePrefix();

    @Test
    void ticksOnceInTheWholeCluster() {
        try (var first = TaskNode.start(prefix, EVERY_SECOND);
                var second = TaskNode.start(prefix, EVERY_SECOND, "errands.tidy-up=false")) {
            await().atMost(ofSeconds(20))
                    .untilAsserted(() -> assertThat(ticksOf(first, second)).hasSizeGreaterThan(4));

            assertThat(ticksOf(first, second)).extracting(Tick::due).doesNotHaveDuplicates();
            assertThat(ticksOf(first, second)).allSatisfy(tick -> {
                assertThat(tick.schedule()).isEqualTo("errand.tick");
                assertThat(tick.due()).isEqualTo(tick.due().truncatedTo(ChronoUnit.SECONDS));
            });
        }
    }

    @Test
    void leavesTickingToBeatNodesAndRunningToWorkers() {
        try (var beat = TaskNode.start(prefix, EVERY_SECOND, "stampede.roles=beat", "errands.tidy-up=false");
                var worker = TaskNode.start(prefix, EVERY_SECOND, "stampede.roles=worker")) {
            await().atMost(ofSeconds(20))
                    .untilAsserted(() -> assertThat(worker.errands().ticks()).hasSizeGreaterThan(1));

            assertThat(beat.errands().ticks()).isEmpty();
        }
    }

    /** On one broker and database, with schedules of one name. */
    @Test
    void bringsEachApplicationItsOwnTicks() {
        try (var even = TaskNode.start(prefix, "errands.cron=0/2 * * * * *");
                var odd = TaskNode.start(prefix + "b", "errands.cron=1/2 * * * * *")) {
            await().atMost(ofSeconds(60)).untilAsserted(() -> {
                assertThat(even.errands().ticks()).hasSizeGreaterThan(2);
                assertThat(odd.errands().ticks()).hasSizeGreaterThan(2);
            });

            assertThat(even.errands().ticks()).extracting(BeatTests::oddness).containsOnly(0L);
            assertThat(odd.errands().ticks()).extracting(BeatTests::oddness).containsOnly(1L);
        }
    }

    /** Whoever forgets to give each a prefix gets its ticks late, but gets them. */
    @Test
    void losesNoTickToAnotherApplicationOfItsPrefix() {
        try (var own = TaskNode.start(prefix, "errands.tick=own.tick")) {
            try (var other = TaskNode.start(prefix, "errands.tick=other.tick", "errands.tidy-up=false")) {
                await().atMost(ofSeconds(60)).untilAsserted(() -> {
                    own.bean(TaskSchedules.class).runNow("own.tick");
                    assertThat(putOff(own)).isPositive();
                });
                assertThat(other.errands().ticks()).isEmpty();
            }
            var sent = own.errands().ticks().size() + putOff(own);

            await().atMost(ofSeconds(60)).untilAsserted(() -> {
                assertThat(putOff(own)).isZero();
                assertThat(own.errands().ticks()).hasSizeGreaterThanOrEqualTo(sent);
            });
            assertThat(own.dead().list(DeadTask.Status.DEAD, Long.MAX_VALUE, 10))
                    .isEmpty();
        }
    }

    private int putOff(TaskNode node) {
        return Objects.requireNonNull(node.bean(JdbcTemplate.class)
                .queryForObject(
                        "select count(*) from task_outbox where prefix = ? and headers like '%x-task-too-new%'",
                        Integer.class, prefix));
    }

    private static long oddness(Tick tick) {
        return tick.due().getEpochSecond() % 2;
    }

    private static List<Tick> ticksOf(TaskNode first, TaskNode second) {
        var ticks = new ArrayList<>(first.errands().ticks());
        ticks.addAll(second.errands().ticks());
        return ticks;
    }
}
