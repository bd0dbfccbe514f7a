package stampede.task.broker;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import stampede.support.CircuitBreaker;

/**
 * Lets a queue alone for a while whose connection breaks again and again as soon as it is served. Something in it may be what breaks it,
 * and each break hands out again all that was in hand.
 */
final class ConsumerCircuitBreaker {

    static final int MOST_BREAKS = 5;
    static final Duration PAUSE = Duration.ofMinutes(1);

    /** A connection that lived longer was not broken by what came first. */
    static final Duration SHORT_LIFE = Duration.ofSeconds(10);

    private final CircuitBreaker circuit;
    private final LongSupplier nanoTime;
    private long openedNanos;
    private long troubleNanos;
    private int breaks;

    ConsumerCircuitBreaker(LongSupplier nanoTime) {
        this.circuit = new CircuitBreaker(MOST_BREAKS, PAUSE, nanoTime);
        this.nanoTime = nanoTime;
    }

    /** A connection was opened and the queue is served by it. */
    synchronized void recordOpening() {
        openedNanos = nanoTime.getAsLong();
    }

    /** The connection broke, and nobody here had closed it. */
    synchronized void recordBreak() {
        recordLife();
        if (circuit.isClosed()) {
            troubleNanos = nanoTime.getAsLong();
        }
        breaks = circuit.recordFailure();
    }

    /** The connection is there. */
    synchronized void recordLife() {
        if (nanoTime.getAsLong() - openedNanos >= SHORT_LIFE.toNanos()) {
            circuit.recordSuccess();
        }
    }

    /** Whether another connection may be tried. After a pause one is, and the next break begins another pause. */
    boolean permits() {
        return circuit.permits();
    }

    /** Why the queue is not served, or only tried; empty if all is well. */
    synchronized Optional<String> trouble() {
        return circuit.isClosed()
                ? Optional.empty()
                : Optional.of("The connection broke %d times within %d s of being opened; it is tried once in %d s"
                        .formatted(breaks, SHORT_LIFE.toSeconds(), PAUSE.toSeconds()));
    }

    /** For how long there has been trouble: since the break that was one too many. */
    synchronized Duration troubleFor() {
        return Duration.ofNanos(nanoTime.getAsLong() - troubleNanos);
    }
}
