package stampede.pulse;

import java.util.Map;

/**
 * What happened to an offer in one minute.
 *
 * @param minuteS when it began, in epoch seconds
 * @param complete false if something of it was lost: then there was at least this much
 * @param seconds how often each event happened, in each of the 60 seconds; of a minute long ago one number, the sum. What never
 *     happened is not there. More than {@link Integer#MAX_VALUE} in one second counts as that
 * @param decideBuckets how long presses took to be decided, as {@link PulseBuckets}
 * @param orderBuckets how long it took from the press to the order, as {@link PulseBuckets}
 */
@SuppressWarnings("ArrayRecordComponent") // read by who draws and adds up, never compared
public record SaleMinute(
        long minuteS, boolean complete, Map<PulseEvent, int[]> seconds, long[] decideBuckets, long[] orderBuckets) {

    /** How often an event happened in the whole minute. */
    public long sum(PulseEvent event) {
        var each = seconds.get(event);
        var sum = 0L;
        if (each != null) {
            for (var one : each) {
                sum += one;
            }
        }
        return sum;
    }
}
