package stampede.task;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * When a failed task is tried again.
 *
 * @param delays the wait after the first failure, the second, and so on
 * @param jitter by which share a wait may be shorter or longer, 0 to 1
 * @param hopeless exceptions for which trying again is no use
 */
record RetryPlan(List<Duration> delays, double jitter, List<Class<? extends Exception>> hopeless) {

    RetryPlan {
        if (jitter < 0 || jitter >= 1) {
            throw new IllegalArgumentException("jitter must be at least 0 and less than 1, not " + jitter);
        }
        if (delays.stream().anyMatch(delay -> delay.toMillis() < 1)) {
            throw new IllegalArgumentException("a retry must wait at least a millisecond, not " + delays);
        }
    }

    /** The wait before the next attempt, or nothing when the retries are used up. */
    Optional<Duration> waitAfter(int failures) {
        if (failures > delays.size()) {
            return Optional.empty();
        }
        var steps = steps(delays.get(failures - 1));
        return Optional.of(steps.get(ThreadLocalRandom.current().nextInt(steps.size())));
    }

    /** Every wait that may come out, each of which needs a lane. */
    Stream<Duration> waits() {
        return delays.stream().flatMap(delay -> steps(delay).stream());
    }

    boolean isHopeless(Throwable error) {
        return hopeless.stream().anyMatch(type -> type.isInstance(error));
    }

    /** A lane has one fixed time, so jitter is a choice of three lanes. */
    private List<Duration> steps(Duration delay) {
        if (jitter == 0) {
            return List.of(delay);
        }
        var millis = delay.toMillis();
        var spread = Math.round(millis * jitter);
        return List.of(Duration.ofMillis(Math.max(1, millis - spread)), delay, Duration.ofMillis(millis + spread));
    }
}
