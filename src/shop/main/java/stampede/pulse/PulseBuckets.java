package stampede.pulse;

import java.util.Arrays;
import java.util.OptionalDouble;

/** How long things took, in 64 classes from a tenth of a millisecond to a minute, each about 24 % wider than the one before. */
public final class PulseBuckets {

    /** How many there are. */
    public static final int COUNT = 64;

    private static final double FIRST_NANOS = 100_000;
    private static final double LAST_NANOS = 60_000_000_000d;
    private static final double NANOS_PER_MILLI = 1_000_000;

    private static final long[] UPPER = upper();

    private PulseBuckets() {}

    /** The class of a time: the first whose bound is not below it, or the last. */
    public static int of(long nanos) {
        var found = Arrays.binarySearch(UPPER, nanos);
        return Math.min(COUNT - 1, found < 0 ? -found - 1 : found);
    }

    /** The longest time, in milliseconds, that belongs to a class; longer ones than the last bound belong to the last. */
    public static double millis(int bucket) {
        return UPPER[bucket] / NANOS_PER_MILLI;
    }

    /**
     * The time, in milliseconds, within which this share of all was done, up to the bound of its class; empty if there were none.
     *
     * @param counts how many there were in each class
     * @param share from 0 to 1, such as 0.99
     */
    public static OptionalDouble percentile(long[] counts, double share) {
        var all = Arrays.stream(counts).sum();
        if (all == 0) {
            return OptionalDouble.empty();
        }
        var wanted = Math.max(1, (long) Math.ceil(all * share));
        var sofar = 0L;
        for (int bucket = 0; bucket < counts.length; bucket++) {
            sofar += counts[bucket];
            if (sofar >= wanted) {
                return OptionalDouble.of(millis(bucket));
            }
        }
        throw new IllegalStateException("A share above 1: " + share);
    }

    private static long[] upper() {
        var step = Math.pow(LAST_NANOS / FIRST_NANOS, 1d / (COUNT - 1));
        var bounds = new long[COUNT];
        for (int bucket = 0; bucket < COUNT; bucket++) {
            bounds[bucket] = Math.round(FIRST_NANOS * Math.pow(step, bucket));
        }
        return bounds;
    }
}
