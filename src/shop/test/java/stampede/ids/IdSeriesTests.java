package stampede.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class IdSeriesTests {

    private static final Instant NOW = Instant.parse("2026-11-11T12:00:00.123Z");
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final SteppedClock clock = new SteppedClock(NOW);

    @Test
    void carriesTimeNodeAndSequence() {
        var id = series(1023).next();

        assertThat(id).isPositive();
        assertThat(Ids.epochMillisOf(id)).isEqualTo(NOW.toEpochMilli());
        assertThat(id >>> 12 & 1023).as("node").isEqualTo(1023);
    }

    @Test
    void neverRepeatsItselfOverManyThreads() {
        var series = new IdSeries(new NodeLease(7, "me", Long.MAX_VALUE), Clock.systemUTC(), PATIENCE);

        var ids = LongStream.range(0, 1_000_000)
                .parallel()
                .map(number -> series.next())
                .boxed()
                .collect(Collectors.toSet());

        assertThat(ids).hasSize(1_000_000);
    }

    @Test
    void countsOnWhenAMillisecondIsFull() {
        var series = series(7);

        assertThat(ids(series, 10_000)).hasSize(10_000);
    }

    @Test
    void twoNodesNeverMakeTheSameId() {
        var one = ids(series(1), 10_000);
        var other = ids(series(2), 10_000);

        assertThat(one).doesNotContainAnyElementsOf(other);
    }

    @Test
    void survivesAClockThatStepsBackALittle() {
        var series = series(7);
        var before = ids(series, 5_000);

        clock.step(PATIENCE.minusMillis(100).negated());
        var after = ids(series, 5_000);

        assertThat(after).hasSize(5_000).doesNotContainAnyElementsOf(before);
        assertThat(Collections.min(after)).isGreaterThan(Collections.max(before));
    }

    @Test
    void refusesWhenTheClockStepsBackTooFarAndGoesOnWhenItIsBack() {
        var series = series(7);
        var before = series.next();
        clock.step(PATIENCE.plusMillis(1).negated());

        assertThatThrownBy(series::next).isInstanceOf(IdsUnavailable.class).hasMessageContaining("stepped back");
        assertThat(series.hasLostItsClock()).isTrue();

        clock.step(PATIENCE.plusMillis(1));
        assertThat(series.next()).isGreaterThan(before);
    }

    @Test
    void refusesWhenTheLeaseHasRunOutUntilItIsRenewed() {
        var series = series(7);
        var lease = series.lease();
        clock.step(Duration.ofMinutes(1));
        assertThat(series.next()).isPositive();

        clock.step(Duration.ofMillis(1));
        assertThatThrownBy(series::next).isInstanceOf(IdsUnavailable.class).hasMessageContaining("lease");

        series.prolong(lease.until(clock.millis()));
        assertThat(series.next()).isPositive();
    }

    private IdSeries series(int node) {
        var until = NOW.plus(Duration.ofMinutes(1)).toEpochMilli();
        return new IdSeries(new NodeLease(node, "me", until), clock, PATIENCE);
    }

    private static Set<Long> ids(IdSeries series, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> series.next())
                .collect(Collectors.toCollection(HashSet::new));
    }
}
