package stampede.order;

import java.util.List;
import stampede.stock.Reservation;

/** Writes the coupons that belong to orders of coupon offers. */
@FunctionalInterface
public interface CouponIssue {

    /**
     * Writes one coupon for each, in the caller's transaction, which has inserted their orders and taken their units.
     *
     * @param taken at least one; the number of a reservation is that of its order
     */
    void issue(List<Reservation> taken);
}
