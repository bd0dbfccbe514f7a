package stampede.catalog;

import java.time.Instant;

/**
 * The time in which a slot sells: from {@code opensAt} up to, but not including, {@code closesAt}.
 *
 * @param opensAt the first instant of it
 * @param closesAt the first instant after it
 */
public record SaleWindow(Instant opensAt, Instant closesAt) {

    public SaleWindow {
        if (!opensAt.isBefore(closesAt)) {
            throw new IllegalArgumentException(
                    "A sale window must open before it closes: " + opensAt + " to " + closesAt);
        }
    }

    public Phase phaseAt(Instant now) {
        if (now.isBefore(opensAt)) {
            return Phase.UPCOMING;
        }
        return now.isBefore(closesAt) ? Phase.OPEN : Phase.ENDED;
    }

    /** Where a window stands against the clock. */
    public enum Phase {
        UPCOMING,
        OPEN,
        ENDED
    }
}
