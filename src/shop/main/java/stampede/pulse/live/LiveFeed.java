package stampede.pulse.live;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;
import stampede.pulse.PulseReader;

/** The last ten minutes of one offer, as this node knows them, for all who look at it here. */
final class LiveFeed {

    private static final int MOST_MARKS = 200;

    private final Deque<LiveSecond> seconds = new ArrayDeque<>();
    private final TreeSet<LiveMark> marks = new TreeSet<>();
    private boolean soldOut;
    private long last;
    private volatile long usedNanos = System.nanoTime();

    /** @param last epoch seconds before the first that is added */
    LiveFeed(long last) {
        this.last = last;
    }

    synchronized long last() {
        return last;
    }

    /** The next second; one that is there already, or an earlier one, is left out. */
    synchronized void add(LiveSecond second) {
        if (second.t() <= last) {
            return;
        }
        last = second.t();
        seconds.addLast(second);
        markUnits(second);
        while (seconds.size() > PulseReader.MOST_SECONDS) {
            seconds.removeFirst();
        }
        while (!marks.isEmpty() && marks.first().t() < last - PulseReader.MOST_SECONDS) {
            marks.pollFirst();
        }
    }

    /** Sold out is told by the first who hears it, and units are back when somebody had one and nobody heard that in the same second. */
    private void markUnits(LiveSecond second) {
        var refused = second.value("SOLD_OUT") > 0;
        if (refused && !soldOut) {
            soldOut = true;
            mark(new LiveMark(second.t(), LiveMark.Kind.SOLD_OUT));
        } else if (!refused && soldOut && second.value("ACCEPTED") > 0) {
            soldOut = false;
            mark(new LiveMark(second.t(), LiveMark.Kind.UNITS_BACK));
        }
    }

    /** A mark that is there already is left out. */
    synchronized void mark(LiveMark mark) {
        if (marks.size() < MOST_MARKS) {
            marks.add(mark);
        }
    }

    /** What came after this second, and all marks. */
    synchronized Part after(long t) {
        var some = new ArrayList<LiveSecond>();
        for (var each = seconds.descendingIterator(); each.hasNext(); ) {
            var second = each.next();
            if (second.t() <= t) {
                break;
            }
            some.add(second);
        }
        Collections.reverse(some);
        return new Part(last, some, List.copyOf(marks));
    }

    void touch() {
        usedNanos = System.nanoTime();
    }

    long unusedNanos() {
        return System.nanoTime() - usedNanos;
    }

    /**
     * @param last epoch seconds of the last one
     * @param seconds the earliest first
     * @param marks all of the last ten minutes
     */
    record Part(long last, List<LiveSecond> seconds, List<LiveMark> marks) {}
}
