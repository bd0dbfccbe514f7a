package stampede.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CircuitBreakerTests {

    private final AtomicLong nanos = new AtomicLong();
    private final CircuitBreaker breaker = new CircuitBreaker(3, Duration.ofSeconds(5), nanos::get);

    @Test
    void opensAfterThreeFailuresInARow() {
        breaker.recordFailure();
        assertThat(breaker.recordFailure()).isEqualTo(2);
        assertThat(breaker.permits()).isTrue();

        breaker.recordFailure();
        assertThat(breaker.permits()).isFalse();
        assertThat(breaker.isClosed()).isFalse();
    }

    @Test
    void closesWithASuccessAndTriesAfterAWhile() {
        IntStream.range(0, 3).forEach(i -> breaker.recordFailure());
        breaker.recordSuccess();
        assertThat(breaker.permits()).isTrue();

        IntStream.range(0, 3).forEach(i -> breaker.recordFailure());
        nanos.addAndGet(Duration.ofSeconds(5).toNanos());
        assertThat(breaker.permits()).as("one may try").isTrue();
        assertThat(breaker.isClosed()).isFalse();

        breaker.recordFailure();
        assertThat(breaker.permits()).as("in vain").isFalse();
    }
}
