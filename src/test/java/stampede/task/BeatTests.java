package stampede.task;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import stampede.Apart;

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

    private static List<Tick> ticksOf(TaskNode first, TaskNode second) {
        var ticks = new ArrayList<>(first.errands().ticks());
        ticks.addAll(second.errands().ticks());
        return ticks;
    }
}
