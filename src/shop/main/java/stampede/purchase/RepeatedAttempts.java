package stampede.purchase;

import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a node admitted of keys that came more than once within a second or two, for the other nodes to hear. Who presses once is not told
 * of, so an honest crowd costs the exchange nothing. For any number of threads.
 */
final class RepeatedAttempts {

    private static final Duration WINDOW = Duration.ofSeconds(1);

    /** Beyond, the window is shorter. */
    private static final int MOST_SEEN = 200_000;

    /** Beyond, no more keys are told of until these have been. */
    private static final int MOST_UNTOLD = 100_000;

    private final TimeMeter time;
    private volatile Seen seen;

    /** By key, since it was last asked for. */
    private final ConcurrentHashMap<String, Integer> untold = new ConcurrentHashMap<>();

    RepeatedAttempts(TimeMeter time) {
        this.time = time;
        this.seen = Seen.none(time.currentTimeNanos());
    }

    void add(String key) {
        var current = seenLately();
        var count = current.now.merge(key, 1, Integer::sum);
        var isKnown = current.before.containsKey(key);
        if (count == 2 && !isKnown) {
            // The first of them was let by.
            tell(key, 2);
        } else if (count > 1 || isKnown) {
            tell(key, 1);
        }
    }

    private void tell(String key, int attempts) {
        if (untold.mappingCount() < MOST_UNTOLD) {
            untold.merge(key, attempts, Integer::sum);
        }
    }

    /** Those since it was last asked, by key. */
    Map<String, Integer> take() {
        var taken = new HashMap<String, Integer>();
        for (var key : untold.keySet()) {
            var count = untold.remove(key);
            if (count != null) {
                taken.put(key, count);
            }
        }
        return taken;
    }

    void clear() {
        seen = Seen.none(time.currentTimeNanos());
        untold.clear();
    }

    private Seen seenLately() {
        var current = seen;
        var now = time.currentTimeNanos();
        return current.isOver(now) ? moveOn(now) : current;
    }

    private synchronized Seen moveOn(long now) {
        if (seen.isOver(now)) {
            seen = seen.next(now);
        }
        return seen;
    }

    /**
     * Two windows of time, and how often each key came in them.
     *
     * @param since when the present one began
     */
    private record Seen(Map<String, Integer> before, ConcurrentHashMap<String, Integer> now, long since) {

        static Seen none(long since) {
            return new Seen(Map.of(), new ConcurrentHashMap<>(), since);
        }

        boolean isOver(long nanos) {
            return nanos - since >= WINDOW.toNanos() || now.mappingCount() >= MOST_SEEN;
        }

        Seen next(long nanos) {
            return nanos - since >= 2 * WINDOW.toNanos()
                    ? none(nanos)
                    : new Seen(now, new ConcurrentHashMap<>(), nanos);
        }
    }
}
