package stampede.task.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A queue whose connection breaks again and again is left alone for a while. */
class ConsumerCircuitBreakerTests {

    private long now = Duration.ofDays(1).toNanos();
    private final ConsumerCircuitBreaker breaker = new ConsumerCircuitBreaker(() -> now);

    @Test
    void permitsAnythingAtFirst() {
        assertThat(breaker.permits()).isTrue();
        assertThat(breaker.trouble()).isEmpty();
    }

    @Test
    void leavesAloneWhatBreaksFiveTimesAtOnce() {
        breakTimes(ConsumerCircuitBreaker.MOST_BREAKS - 1);
        assertThat(breaker.permits()).isTrue();
        assertThat(breaker.trouble()).isEmpty();

        breakTimes(1);
        assertThat(breaker.permits()).isFalse();
        assertThat(breaker.trouble()).hasValueSatisfying(why -> assertThat(why).contains("broke 5 times"));

        now += Duration.ofMinutes(2).toNanos();
        breakTimes(1);
        assertThat(breaker.troubleFor())
                .as("since it was left alone, however often it was tried since")
                .isEqualTo(Duration.ofMinutes(2).plusMillis(500));
    }

    @Test
    void triesOnceAfterAPause() {
        breakTimes(ConsumerCircuitBreaker.MOST_BREAKS);
        now += ConsumerCircuitBreaker.PAUSE.toNanos();
        assertThat(breaker.permits()).isTrue();

        breakTimes(1);
        assertThat(breaker.permits()).isFalse();
    }

    @Test
    void forgetsWhatLivesAgain() {
        breakTimes(ConsumerCircuitBreaker.MOST_BREAKS);
        now += ConsumerCircuitBreaker.PAUSE.toNanos();
        breaker.recordOpening();
        breaker.recordLife();
        assertThat(breaker.trouble()).isPresent();

        now += ConsumerCircuitBreaker.SHORT_LIFE.toNanos();
        breaker.recordLife();
        assertThat(breaker.trouble()).isEmpty();
    }

    @Test
    void isNotTroubledByABrokerThatRestartsNowAndThen() {
        for (int restart = 0; restart < 20; restart++) {
            breaker.recordOpening();
            now += ConsumerCircuitBreaker.SHORT_LIFE.toNanos();
            breaker.recordBreak();
            assertThat(breaker.permits()).isTrue();
        }
    }

    private void breakTimes(int times) {
        for (int time = 0; time < times; time++) {
            breaker.recordOpening();
            now += Duration.ofMillis(500).toNanos();
            breaker.recordBreak();
        }
    }
}
