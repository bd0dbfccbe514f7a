package stampede.task.broker;

import java.time.Duration;
import java.util.Optional;

/**
 * Lets a queue alone for a while whose connection breaks again and again as soon as it is served. Something in it may be what breaks it,
 * and each break hands out again all that was in hand.
 */
final class ConsumerCircuitBreaker {

    static final int MOST_BREAKS = 5;
    static final Duration PAUSE = Duration.ofMinutes(1);

    /** A connection that lived longer was not broken by what came first. */
    static final Duration SHORT_LIFE = Duration.ofSeconds(10);

    private long openedNanos;
    private long closedUntilNanos;
    private int breaks;

    /** A connection was opened and the queue is served by it. */
    synchronized void opened(long nowNanos) {
        openedNanos = nowNanos;
    }

    /** The connection broke, and nobody here had closed it. */
    synchronized void broke(long nowNanos) {
        breaks = nowNanos - openedNanos < SHORT_LIFE.toNanos() ? breaks + 1 : 1;
        if (breaks >= MOST_BREAKS) {
            closedUntilNanos = nowNanos + PAUSE.toNanos();
        }
    }

    /** The connection is there. */
    synchronized void lives(long nowNanos) {
        if (breaks > 0 && nowNanos - openedNanos >= SHORT_LIFE.toNanos()) {
            breaks = 0;
        }
    }

    /** Whether another connection may be tried. After a pause one is, and the next break begins another pause. */
    synchronized boolean permits(long nowNanos) {
        return breaks < MOST_BREAKS || nowNanos - closedUntilNanos >= 0;
    }

    /** Why the queue is not served, or only tried; empty if all is well. */
    synchronized Optional<String> trouble() {
        return breaks < MOST_BREAKS
                ? Optional.empty()
                : Optional.of("The connection broke %d times within %d s of being opened; it is tried once in %d s"
                        .formatted(breaks, SHORT_LIFE.toSeconds(), PAUSE.toSeconds()));
    }
}
