package stampede.challenge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import stampede.catalog.OfferId;
import stampede.pressure.OfferPressure;
import stampede.setting.Settings;
import stampede.testing.Proof;

/** When a crowd is one, how large, and when it is over. */
class CrowdLevelsTests {

    private static final OfferId OFFER = new OfferId(42);
    private static final int CROWD = 100;

    private final AtomicLong now = new AtomicLong();
    private final OfferPressure pressure = new OfferPressure(now::get);
    private final CrowdLevels levels = levels(CROWD);

    @Test
    void onOrdinaryDaysThereIsNone() {
        second(CROWD - 1);

        assertThat(levels.of(OFFER)).isEqualTo(CrowdLevel.NONE);
        assertThat(levels.look()).isEmpty();
    }

    @Test
    void twiceAndFourTimesAsManyAreLargerOnesAtOnce() {
        second(CROWD);
        assertThat(levels.of(OFFER)).isEqualTo(CrowdLevel.SOME);
        second(2 * CROWD);
        assertThat(levels.of(OFFER)).isEqualTo(CrowdLevel.MANY);
        second(4 * CROWD);
        assertThat(levels.of(OFFER)).isEqualTo(CrowdLevel.FAR_TOO_MANY);
        assertThat(levels.of(new OfferId(43))).isEqualTo(CrowdLevel.NONE);
        assertThat(levels.look()).containsExactlyEntriesOf(Map.of(OFFER, CrowdLevel.FAR_TOO_MANY));
    }

    @Test
    void itStaysWhileHalfAsManyPress() {
        second(2 * CROWD);
        levels.of(OFFER);
        for (int second = 0; second < 60; second++) {
            second(CROWD);
            levels.look();
        }

        assertThat(levels.of(OFFER)).isEqualTo(CrowdLevel.MANY);
    }

    @Test
    void itGoesAStepAtATimeAndIsGoneWithinAMinute() {
        second(4 * CROWD);
        assertThat(levels.of(OFFER)).isEqualTo(CrowdLevel.FAR_TOO_MANY);
        levels.look();
        var seconds = 0;
        var seen = new ArrayList<CrowdLevel>();
        while (levels.of(OFFER) != CrowdLevel.NONE) {
            second(0);
            seconds++;
            levels.look();
            if (seen.isEmpty() || seen.get(seen.size() - 1) != levels.of(OFFER)) {
                seen.add(levels.of(OFFER));
            }
        }

        assertThat(seen).containsExactly(CrowdLevel.FAR_TOO_MANY, CrowdLevel.MANY, CrowdLevel.SOME, CrowdLevel.NONE);
        assertThat(seconds).isBetween(25, 45);
        assertThat(levels.look()).isEmpty();
    }

    @Test
    void whatOthersSeeCountsHereToo() {
        levels.hear(Map.of(OFFER, CrowdLevel.MANY));
        assertThat(levels.of(OFFER)).isEqualTo(CrowdLevel.MANY);
        assertThat(levels.look()).as("what this node tells").isEmpty();

        levels.hear(Map.of());
        assertThat(levels.of(OFFER)).isEqualTo(CrowdLevel.NONE);
    }

    @Test
    void switchedOffThereIsNoCrowd() {
        var off = levels(0);
        second(1_000_000);
        off.hear(Map.of(OFFER, CrowdLevel.FAR_TOO_MANY));

        assertThat(off.of(OFFER)).isEqualTo(CrowdLevel.NONE);
        assertThat(off.look()).isEmpty();
    }

    /** A figure, not a promise: the machine may be busy. */
    @Test
    void whatALookCostsWithoutACrowd() {
        second(10);
        var looks = Proof.size(100_000, 10_000_000);
        var began = System.nanoTime();
        for (int look = 0; look < looks; look++) {
            assertThat(levels.of(OFFER) == CrowdLevel.NONE).isTrue();
        }

        Proof.print("A click looks for a crowd in %d ns", (System.nanoTime() - began) / looks);
    }

    private CrowdLevels levels(int clicksPerSecond) {
        return new CrowdLevels(
                pressure, new ChallengeProperties(clicksPerSecond, Duration.ZERO), new Settings(), now::get);
    }

    /** So many clicks, evenly, and then the second is over. */
    private void second(int clicks) {
        for (int quarter = 0; quarter < 4; quarter++) {
            for (int click = quarter; click < clicks; click += 4) {
                pressure.count(OFFER);
            }
            now.addAndGet(Duration.ofMillis(250).toNanos());
        }
    }
}
