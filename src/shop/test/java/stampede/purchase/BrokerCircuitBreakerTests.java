package stampede.purchase;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BrokerCircuitBreakerTests {

    private final SimulatedTime time = new SimulatedTime();
    private final BrokerCircuitBreaker broker = new BrokerCircuitBreaker(time, Duration.ofSeconds(10));

    @Test
    void aShortSilenceStopsNobody() {
        broker.recordFailure();
        time.pass(Duration.ofSeconds(9));
        broker.recordFailure();

        assertThat(broker.letsThrough()).isTrue();
        assertThat(broker.letsThrough()).isTrue();
    }

    @Test
    void aLongSilenceLetsOneThroughEverySecondToFindOut() {
        broker.recordFailure();
        time.pass(Duration.ofSeconds(10));

        assertThat(broker.letsThrough()).isTrue();
        assertThat(broker.letsThrough()).isFalse();

        time.pass(Duration.ofSeconds(1));

        assertThat(broker.letsThrough()).isTrue();
        assertThat(broker.letsThrough()).isFalse();
    }

    @Test
    void oneConfirmedMessageOpensTheDoorAgain() {
        broker.recordFailure();
        time.pass(Duration.ofSeconds(60));
        assertThat(broker.letsThrough()).isTrue();
        assertThat(broker.letsThrough()).isFalse();

        broker.recordConfirm();

        assertThat(broker.letsThrough()).isTrue();
        assertThat(broker.letsThrough()).isTrue();
    }

    @Test
    void silenceIsCountedFromTheFirstFailureAfterTheLastConfirmation() {
        broker.recordFailure();
        time.pass(Duration.ofSeconds(8));
        broker.recordConfirm();
        broker.recordFailure();
        time.pass(Duration.ofSeconds(8));

        assertThat(broker.letsThrough()).isTrue();
        assertThat(broker.letsThrough()).isTrue();
    }
}
