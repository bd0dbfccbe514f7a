package stampede.coupon;

import java.util.Optional;
import stampede.purchase.PurchaseId;

/**
 * What came of asking for a coupon.
 *
 * @param purchase where to ask how it stands
 * @param coupon what one has now; empty while its order is still to be written
 */
public record CouponClaim(PurchaseId purchase, Optional<Coupon> coupon) {}
