package stampede.task.handler;

import java.time.Duration;
import java.time.Instant;

/**
 * Ticks at whole multiples of a time since 1970, so that nodes agree whenever they were started.
 *
 * @param every at least 100 ms
 */
public record FixedRate(Duration every) implements Rhythm {

    private static final Duration SHORTEST = Duration.ofMillis(100);

    public FixedRate {
        if (every.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("a fixed rate is at least 100 ms, not " + every);
        }
    }

    @Override
    public Instant nextAfter(Instant instant) {
        var step = every.toMillis();
        return Instant.ofEpochMilli((Math.floorDiv(instant.toEpochMilli(), step) + 1) * step);
    }

    @Override
    public String toString() {
        var millis = every.toMillis();
        return "every " + (millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms");
    }
}
