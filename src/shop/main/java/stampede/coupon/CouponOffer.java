package stampede.coupon;

import java.time.Instant;
import stampede.catalog.SaleWindow;

/**
 * A coupon on offer, as its seller sees it.
 *
 * @param terms what is promised
 * @param window when it can be had, up to when it was stopped if it was
 * @param amount how many there are in all
 * @param left how many nobody has, by the ledger
 * @param used how many were used
 * @param stopped whether it was stopped for good before its end
 */
public record CouponOffer(CouponTerms terms, SaleWindow window, int amount, int left, int used, boolean stopped) {

    /** How many somebody has. */
    public int given() {
        return amount - left;
    }

    /** Where it stands. */
    public State stateAt(Instant now) {
        if (stopped) {
            return State.STOPPED;
        }
        return switch (window.phaseAt(now)) {
            case UPCOMING -> State.UPCOMING;
            case OPEN -> left == 0 ? State.GONE : State.OPEN;
            case ENDED -> State.ENDED;
        };
    }

    /** Whether there is anything to stop. */
    public boolean canBeStopped(Instant now) {
        return switch (stateAt(now)) {
            case UPCOMING, OPEN, GONE -> true;
            case ENDED, STOPPED -> false;
        };
    }

    /** Where a coupon on offer stands. */
    public enum State {
        UPCOMING,
        OPEN,
        /** It is open, and none are left. */
        GONE,
        ENDED,
        STOPPED
    }
}
