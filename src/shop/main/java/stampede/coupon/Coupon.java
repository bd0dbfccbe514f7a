package stampede.coupon;

import java.time.Instant;
import java.util.Optional;
import stampede.account.AccountId;
import stampede.order.OrderId;

/**
 * A coupon that somebody has.
 *
 * @param order by which it was had
 * @param owner who has it
 * @param code what is shown at the counter
 * @param terms what its seller promised
 * @param takenAt when it was had
 * @param validUntil from when it is good for nothing
 * @param usedAt when its seller took it at the counter; empty before
 */
public record Coupon(
        OrderId order,
        AccountId owner,
        CouponCode code,
        CouponTerms terms,
        Instant takenAt,
        Instant validUntil,
        Optional<Instant> usedAt) {

    /** Where it stands. */
    public State stateAt(Instant now) {
        if (usedAt.isPresent()) {
            return State.USED;
        }
        return now.isBefore(validUntil) ? State.UNUSED : State.EXPIRED;
    }

    /** Where a coupon stands; EXPIRED follows from the clock. */
    public enum State {
        UNUSED,
        USED,
        EXPIRED
    }
}
