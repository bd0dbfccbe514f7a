package stampede.pulse.live;

import java.util.Comparator;

/**
 * Something that happened once, for a line across the charts.
 *
 * @param t when, in epoch seconds
 * @param kind what; its words are {@code live.mark.NAME}
 */
record LiveMark(long t, Kind kind) implements Comparable<LiveMark> {

    private static final Comparator<LiveMark> ORDER =
            Comparator.comparingLong(LiveMark::t).thenComparing(LiveMark::kind);

    @Override
    public int compareTo(LiveMark other) {
        return ORDER.compare(this, other);
    }

    enum Kind {
        OPENED,
        SOLD_OUT,
        UNITS_BACK,
        PAUSED,
        RESUMED,
        UNITS_ADDED,
        UNITS_TAKEN_OFF,
        STOPPED,
        WITHDRAWN,
        CLOSED,
        NODE_CAME,
        NODE_WENT,
        /** From this minute on something of the figures was lost. */
        INCOMPLETE
    }
}
