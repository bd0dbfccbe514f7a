package stampede.task.handler;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import stampede.task.message.Envelope;

/** A message's own limits come before the task's, as with Celery. */
class TaskLimitsTests {

    private static final TaskLimits TASK = limits(10_000, 20_000);

    @Test
    void areTheMessagesOwnWhereItHasSome() {
        assertThat(with(60, 30)).isEqualTo(limits(30_000, 60_000));
        assertThat(with(1.5, 0.25)).isEqualTo(limits(250, 1_500));
        assertThat(with(30, null)).isEqualTo(limits(10_000, 30_000));
        assertThat(with(null, 5)).isEqualTo(limits(5_000, 20_000));
    }

    @Test
    void areTheTasksOtherwise() {
        assertThat(with(null, null)).isEqualTo(TASK);
        assertThat(with(0, -1)).isEqualTo(TASK);
        assertThat(with("30", Double.NaN)).isEqualTo(TASK);
        assertThat(new Envelope(Map.of("timelimit", List.of(1)), new byte[0]).limits(TASK))
                .isEqualTo(TASK);
        assertThat(new Envelope(Map.of(), new byte[0]).limits(TASK)).isEqualTo(TASK);
    }

    @Test
    void haveNoSoftOneThatTheHardOneComesBefore() {
        assertThat(with(10, null)).isEqualTo(limits(0, 10_000));
        assertThat(with(2, 3)).isEqualTo(limits(0, 2_000));
    }

    @Test
    void endAtAYear() {
        assertThat(with(Double.POSITIVE_INFINITY, null).hard()).contains(Duration.ofDays(365));
    }

    private static TaskLimits with(@Nullable Object hard, @Nullable Object soft) {
        return new Envelope(Map.of("timelimit", Arrays.asList(hard, soft)), new byte[0]).limits(TASK);
    }

    private static TaskLimits limits(long softMillis, long hardMillis) {
        return new TaskLimits(
                Optional.of(Duration.ofMillis(softMillis)).filter(limit -> !limit.isZero()),
                Optional.of(Duration.ofMillis(hardMillis)),
                Optional.empty());
    }
}
