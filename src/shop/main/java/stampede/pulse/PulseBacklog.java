package stampede.pulse;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a node counted and Redis does not have yet; by one thread. Of what it drops it knows which minutes have gaps. */
final class PulseBacklog {

    /** A line is some hundred bytes. */
    static final int MOST_LINES = 60_000;

    private static final int MOST_GAPS = 20_000;

    private final Deque<PulseLine> lines = new ArrayDeque<>();
    private final Set<PulseLine> gaps = new LinkedHashSet<>();

    void add(Collection<PulseLine> more) {
        lines.addAll(more);
    }

    void addGap(PulseLine gap) {
        if (gaps.size() < MOST_GAPS) {
            gaps.add(gap);
        }
    }

    /** Drops what is older, or more than there may be; answers how many lines those were. */
    int drop(long before) {
        var dropped = 0;
        while (!lines.isEmpty() && (lines.peekFirst().second() < before || lines.size() > MOST_LINES)) {
            var line = lines.removeFirst();
            addGap(PulseLine.gap(line.offer(), line.second()));
            dropped++;
        }
        return dropped;
    }

    /** The oldest; they stay until they are {@link #forget forgotten}. */
    List<PulseLine> first(int most) {
        var first = new ArrayList<PulseLine>();
        lines.stream().limit(most).forEach(first::add);
        gaps.stream().limit(most).forEach(first::add);
        return first;
    }

    /** Redis has these now, which were the first. */
    void forget(List<PulseLine> first) {
        first.forEach(line -> {
            if (!gaps.remove(line)) {
                lines.removeFirst();
            }
        });
    }

    boolean isEmpty() {
        return lines.isEmpty() && gaps.isEmpty();
    }
}
