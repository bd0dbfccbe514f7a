package stampede.task.rate;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import stampede.task.handler.TaskRate;

/** Places in time that were fetched together and are given out one by one. */
final class RatePermits {

    /** A place that nobody took in time is lost; otherwise an idle node would save them up. */
    private static final long KEPT_NANOS = Duration.ofSeconds(1).toNanos();

    private final long apartNanos;
    private final long together;
    private final Line line;
    private final Queue<Long> places = new ArrayDeque<>();

    RatePermits(TaskRate limit, Line line) {
        this.apartNanos = limit.period().toNanos() / limit.times();
        this.together = limit.burst();
        this.line = line;
    }

    synchronized Duration next() {
        var now = System.nanoTime();
        while (!places.isEmpty() && now - places.element() > KEPT_NANOS) {
            places.remove();
        }
        if (places.isEmpty()) {
            fetch(now);
        }
        return Duration.ofNanos(Math.max(0, places.remove() - System.nanoTime()));
    }

    private void fetch(long now) {
        var last = now + line.reserve(together);
        for (long place = together - 1; place >= 0; place--) {
            places.add(last - place * apartNanos);
        }
    }

    /** Where places are reserved. */
    interface Line {

        /** Answers how many nanoseconds it is until the last of them. */
        long reserve(long count);
    }
}
