package stampede.payment;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Remembers whether Alipay has been silent several times in a row, so that it is left alone for a moment. */
final class AlipayCircuitBreaker {

    private static final int TIMES = 3;
    private static final long LEFT_ALONE_NANOS = Duration.ofSeconds(5).toNanos();

    private final LongSupplier nanoTime;
    private int inARow;
    private long lastNanos;

    AlipayCircuitBreaker(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Whether asking now is of no use. */
    synchronized boolean lasts() {
        return inARow >= TIMES && nanoTime.getAsLong() - lastNanos < LEFT_ALONE_NANOS;
    }

    /** Takes note of whether it answered. */
    synchronized void heard(boolean answered) {
        inARow = answered ? 0 : inARow + 1;
        lastNanos = nanoTime.getAsLong();
    }
}
