package stampede.support;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Leaves alone for a while what failed several times in a row. After that it may be tried again: another failure begins another while,
 * a success ends it.
 */
public final class CircuitBreaker {

    private final int most;
    private final long restNanos;
    private final LongSupplier nanoTime;
    private int inARow;
    private long lastNanos;

    /**
     * @param most so many failures in a row open it
     * @param rest how long nothing is tried then, from the last failure on
     */
    public CircuitBreaker(int most, Duration rest) {
        this(most, rest, System::nanoTime);
    }

    /** The same by another clock, in nanoseconds. */
    public CircuitBreaker(int most, Duration rest, LongSupplier nanoTime) {
        this.most = most;
        this.restNanos = rest.toNanos();
        this.nanoTime = nanoTime;
    }

    /** Whether to try. */
    public synchronized boolean permits() {
        return isClosed() || nanoTime.getAsLong() - lastNanos >= restNanos;
    }

    /** Whether all is well; if not, it is only tried now and then. */
    public synchronized boolean isClosed() {
        return inARow < most;
    }

    public synchronized void recordSuccess() {
        inARow = 0;
    }

    /** Answers how many there were in a row. */
    public synchronized int recordFailure() {
        lastNanos = nanoTime.getAsLong();
        return ++inARow;
    }
}
