package stampede.task.handler;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * When a task is tried again that failed with certain exceptions.
 *
 * @param on these and what extends them; none: all
 * @param delays the wait after the first failure, the second, and so on
 * @param jitter by which share a wait may be shorter or longer, 0 to less than 1
 * @param inLanes whether each wait has a lane; otherwise it is kept in the outbox
 */
record RetryRule(List<Class<? extends Exception>> on, List<Duration> delays, double jitter, boolean inLanes) {

    /** More than anyone waits for; a mistyped number should not fill the memory. */
    private static final int MOST = 1000;

    RetryRule {
        if (jitter < 0 || jitter >= 1) {
            throw new IllegalArgumentException("jitter must be at least 0 and less than 1, not " + jitter);
        }
        if (delays.stream().anyMatch(delay -> delay.toMillis() < 1)) {
            throw new IllegalArgumentException("a retry must wait at least a millisecond, not " + delays);
        }
    }

    /** Waits that grow from the first by the factor up to the longest. */
    static List<Duration> growing(Duration first, double factor, Duration longest, int attempts) {
        if (factor < 1 || attempts < 1 || attempts > MOST || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException(
                    "a backoff has a factor of at least 1, 1 to 1000 attempts, and a max that is not below its first wait");
        }
        var waits = new ArrayList<Duration>();
        double most = longest.toMillis();
        double millis = first.toMillis();
        for (int attempt = 0; attempt < attempts; attempt++) {
            waits.add(Duration.ofMillis(Math.round(millis)));
            millis = Math.min(millis * factor, most);
        }
        return waits;
    }

    boolean isFor(Throwable error) {
        return on.isEmpty() || on.stream().anyMatch(type -> type.isInstance(error));
    }

    /** The wait after so many failures, of which there are not more than delays. */
    Duration waitAfter(int failures) {
        var delay = delays.get(failures - 1);
        if (!inLanes) {
            var share = 1 + jitter * (2 * ThreadLocalRandom.current().nextDouble() - 1);
            return Duration.ofMillis(Math.max(1, Math.round(delay.toMillis() * share)));
        }
        var steps = steps(delay);
        return steps.get(ThreadLocalRandom.current().nextInt(steps.size()));
    }

    /** Every wait that needs a lane. */
    Stream<Duration> lanes() {
        return inLanes ? delays.stream().flatMap(delay -> steps(delay).stream()) : Stream.empty();
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
