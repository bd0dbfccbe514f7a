package stampede.pressure;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;

/** Clicks by quarter of a second, as far back as a second needs. Each quarter is one number: which it is, above how many clicks it had. */
final class RecentClicks {

    private static final long QUARTER = Duration.ofMillis(250).toNanos();
    private static final int QUARTERS = 4;

    /** The present quarter, those of the last second, and some to spare for whoever counts late. */
    private static final int KEPT = 8;

    private static final int COUNT_BITS = 24;
    private static final long COUNT = (1L << COUNT_BITS) - 1;

    private final AtomicLongArray quarters = new AtomicLongArray(KEPT);

    void add(long nanos) {
        var quarter = quarter(nanos);
        var index = index(quarter);
        var seen = quarters.get(index);
        while (!quarters.compareAndSet(index, seen, more(seen, quarter))) {
            seen = quarters.get(index);
        }
    }

    int ofLastSecond(long nanos) {
        var present = quarter(nanos);
        var clicks = 0L;
        for (long quarter = present - QUARTERS; quarter < present; quarter++) {
            var seen = quarters.get(index(quarter));
            clicks += seen >>> COUNT_BITS == named(quarter) ? seen & COUNT : 0;
        }
        return (int) clicks;
    }

    /** Never more than there is room for. */
    private static long more(long seen, long quarter) {
        var isOther = seen >>> COUNT_BITS != named(quarter);
        return isOther ? named(quarter) << COUNT_BITS | 1 : seen + ((seen & COUNT) < COUNT ? 1 : 0);
    }

    private static long quarter(long nanos) {
        return Math.floorDiv(nanos, QUARTER);
    }

    /** The lower bits of it: they come again after thousands of years. */
    private static long named(long quarter) {
        return quarter & (-1L >>> COUNT_BITS);
    }

    private static int index(long quarter) {
        return Math.floorMod(quarter, KEPT);
    }
}
