package stampede.challenge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;
import stampede.catalog.OfferId;
import stampede.counter.StockWorkbench;
import stampede.pressure.OfferPressure;

/** What one node sees of a crowd, the others hear at their next turn, and believe for three seconds. */
class CrowdLevelJobTests {

    private static final String CROWDS = "challenge:{crowds}";

    private final OfferId offer = new OfferId(StockWorkbench.nextId());
    private final StringRedisTemplate redis = StockWorkbench.get().redis;
    private final OfferPressure pressure = new OfferPressure(System::nanoTime);
    private final CrowdLevels here = StandInCrowds.levels(1, pressure);
    private final CrowdLevels there = StandInCrowds.levels(1, new OfferPressure(System::nanoTime));
    private final Instant now = Instant.now();

    @AfterEach
    void forget() {
        for (var level : CrowdLevel.values()) {
            redis.opsForZSet().remove(CROWDS, offer + ":" + level);
        }
    }

    @Test
    void aCrowdAtOneNodeIsOneAtTheOthers() {
        press();

        job(here, now).turn();
        job(there, now).turn();

        assertThat(there.of(offer)).isEqualTo(here.of(offer)).isNotEqualTo(CrowdLevel.NONE);
        job(there, now.plus(Duration.ofSeconds(4))).turn();
        assertThat(there.of(offer)).as("when nobody tells of it any more").isEqualTo(CrowdLevel.NONE);
        assertThat(redis.getExpire(CROWDS)).isPositive();
    }

    @Test
    void withoutACrowdNothingIsWritten() {
        job(there, now).turn();

        assertThat(redis.opsForZSet().score(CROWDS, offer + ":SOME")).isNull();
        assertThat(there.of(offer)).isEqualTo(CrowdLevel.NONE);
    }

    /** Until the quarter in which they came is over. */
    private void press() {
        for (int click = 0; click < 100; click++) {
            pressure.count(offer);
        }
        await().until(() -> here.of(offer) != CrowdLevel.NONE);
    }

    private CrowdLevelJob job(CrowdLevels levels, Instant at) {
        return new CrowdLevelJob(levels, redis, Clock.fixed(at, ZoneOffset.UTC));
    }
}
