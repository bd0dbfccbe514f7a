package stampede.task.handler;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** When a schedule ticks. Every node comes to the same instants. {@code toString} says it in words. */
public interface Rhythm {

    /** The first tick after the instant; {@link Instant#MAX} if there is none any more. */
    Instant nextAfter(Instant instant);

    /**
     * The newest ticks of a stretch of time, earliest first.
     *
     * @param most how many at most
     * @param after the stretch begins after this
     * @param upTo and ends with this
     */
    default List<Instant> newest(int most, Instant after, Instant upTo) {
        var ticks = List.<Instant>of();
        var from = upTo;
        // What was missed may be years of seconds, so the stretch is searched from its end.
        for (var span = Duration.ofSeconds(most); from.isAfter(after) && ticks.size() < most; ) {
            from = upTo.minus(span).isAfter(after) ? upTo.minus(span) : after;
            ticks = between(from, upTo);
            span = span.multipliedBy(4);
        }
        return ticks.subList(Math.max(0, ticks.size() - most), ticks.size());
    }

    private List<Instant> between(Instant after, Instant upTo) {
        var ticks = new ArrayList<Instant>();
        for (var next = nextAfter(after); !next.isAfter(upTo); next = nextAfter(next)) {
            ticks.add(next);
        }
        return ticks;
    }
}
