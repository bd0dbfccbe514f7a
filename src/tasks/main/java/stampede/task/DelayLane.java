package stampede.task;

import java.time.Duration;

/**
 * Declares, as a bean, a delay that is used often: {@code send(task, in(delay))} then waits in a queue of the broker with
 * that one fixed time to live, instead of in the outbox.
 *
 * @param delay at least a millisecond
 */
public record DelayLane(Duration delay) {

    public DelayLane {
        if (delay.toMillis() < 1) {
            throw new IllegalArgumentException("A delay lane takes at least a millisecond: " + delay);
        }
    }
}
