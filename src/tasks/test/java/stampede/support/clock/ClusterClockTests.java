package stampede.support.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import stampede.support.clock.ClusterClock.Comparison;

class ClusterClockTests {

    private static final long NOW = Instant.parse("2026-11-11T12:00:00.500Z").toEpochMilli();
    private static final long MILLI = 1_000_000;

    private long timer = 123_456_789;
    private final ClusterClock clock = new ClusterClock(() -> timer, exactly(NOW));

    @Test
    void startsWithWhatTheDatabaseSaysAndGoesOnWithTheTimer() {
        assertThat(clock.millis()).isEqualTo(NOW);

        pass(Duration.ofMinutes(10));

        assertThat(clock.instant()).isBetween(at(NOW + 600_000), at(NOW + 600_001));
        assertThat(clock.withZone(ZoneId.of("Asia/Shanghai")).millis()).isEqualTo(clock.millis());
    }

    @Test
    void aSlowAnswerThatAgreesChangesNothing() {
        var corrected = clock.correct(Comparison.of(NOW - 400, timer - 5_000 * MILLI, timer));

        assertThat(corrected).isZero();
        assertThat(clock.millis()).isEqualTo(NOW);
    }

    @Test
    void goesForwardAtOnceWhenItIsBehind() {
        var corrected = clock.correct(exactly(NOW + 60_000));

        assertThat(corrected).isBetween(Duration.ofMillis(59_998), Duration.ofMillis(60_000));
        assertThat(clock.millis()).isBetween(NOW + 59_999, NOW + 60_000);
    }

    @Test
    void runsAtHalfItsPaceUntilItIsRightAgainWhenItIsALittleAhead() {
        clock.correct(exactly(NOW - 800));

        assertThat(clock.millis()).as("does not step back").isEqualTo(NOW);
        pass(Duration.ofMillis(800));
        assertThat(clock.millis()).isBetween(NOW + 399, NOW + 401);
        pass(Duration.ofMillis(800));
        assertThat(clock.millis()).isBetween(NOW + 799, NOW + 801);
        pass(Duration.ofMillis(800));
        assertThat(clock.millis()).as("back at its pace").isBetween(NOW + 1_599, NOW + 1_601);
    }

    @Test
    void stepsBackWhenItIsFarAheadSoThatNobodyWaitsForIt() {
        clock.correct(exactly(NOW - 600_000));

        assertThat(clock.millis()).isBetween(NOW - 600_000, NOW - 599_999);
    }

    @Test
    void neverGoesBackByComparisonsOfAnyLength() {
        var chance = RandomGenerator.of("L64X128MixRandom");
        var origin = timer;
        var newest = clock.millis();
        for (int i = 0; i < 10_000; i++) {
            var trip = chance.nextLong(1, 2_000 * MILLI);
            var asked = timer;
            timer += trip;
            var read = asked + chance.nextLong(trip);
            clock.correct(Comparison.of(NOW + (read - origin) / MILLI, asked, timer));

            assertThat(clock.millis()).isGreaterThanOrEqualTo(newest);
            newest = clock.millis();
            assertThat(newest).isCloseTo(NOW + (timer - origin) / MILLI, within(2L));
        }
    }

    private Comparison exactly(long millis) {
        return Comparison.of(millis, timer, timer);
    }

    private void pass(Duration time) {
        timer += time.toNanos();
    }

    private static Instant at(long millis) {
        return Instant.ofEpochMilli(millis);
    }
}
