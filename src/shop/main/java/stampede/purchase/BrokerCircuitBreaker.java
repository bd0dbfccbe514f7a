package stampede.purchase;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Knows from the answers to messages whether the broker is away. While it is, one purchase a second is let through to find out
 * when it is back; nothing is lost if it is not, because the sweeper publishes it later.
 */
class BrokerCircuitBreaker {

    private static final long ANSWERS = -1;
    private static final long PROBE_EVERY_MS = 1_000;

    private final Clock clock;
    private final long awayAfterMs;
    private final AtomicLong silentSince = new AtomicLong(ANSWERS);
    private final AtomicLong nextProbe = new AtomicLong();

    BrokerCircuitBreaker(Clock clock, Duration awayAfter) {
        this.clock = clock;
        this.awayAfterMs = awayAfter.toMillis();
    }

    void recordConfirm() {
        silentSince.set(ANSWERS);
    }

    void recordFailure() {
        silentSince.compareAndSet(ANSWERS, clock.millis());
    }

    boolean letsThrough() {
        var since = silentSince.get();
        return since == ANSWERS || clock.millis() - since < awayAfterMs || mayProbe();
    }

    private boolean mayProbe() {
        var now = clock.millis();
        var due = nextProbe.get();
        return now >= due && nextProbe.compareAndSet(due, now + PROBE_EVERY_MS);
    }
}
