package stampede.payment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AlipayCircuitBreakerTests {

    private final AtomicLong nanos = new AtomicLong();
    private final AlipayCircuitBreaker alipayCircuitBreaker = new AlipayCircuitBreaker(nanos::get);

    @Test
    void beginsAfterThreeUnansweredCallsInARow() {
        alipayCircuitBreaker.heard(false);
        alipayCircuitBreaker.heard(false);
        assertThat(alipayCircuitBreaker.lasts()).isFalse();

        alipayCircuitBreaker.heard(false);
        assertThat(alipayCircuitBreaker.lasts()).isTrue();
    }

    @Test
    void endsWithAnAnswerOrAfterAWhile() {
        IntStream.range(0, 3).forEach(i -> alipayCircuitBreaker.heard(false));
        alipayCircuitBreaker.heard(true);
        assertThat(alipayCircuitBreaker.lasts()).isFalse();

        IntStream.range(0, 3).forEach(i -> alipayCircuitBreaker.heard(false));
        nanos.addAndGet(Duration.ofSeconds(5).toNanos());
        assertThat(alipayCircuitBreaker.lasts()).as("one may try").isFalse();

        alipayCircuitBreaker.heard(false);
        assertThat(alipayCircuitBreaker.lasts()).as("in vain").isTrue();
    }
}
