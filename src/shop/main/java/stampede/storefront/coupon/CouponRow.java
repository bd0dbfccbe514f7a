package stampede.storefront.coupon;

import java.time.Instant;
import stampede.coupon.Coupon;
import stampede.qr.QrCode;

/**
 * A coupon that somebody has, on their page.
 *
 * @param coupon what it is
 * @param state where it stands
 * @param picture its code, for the eye of a till
 */
public record CouponRow(Coupon coupon, Coupon.State state, QrCode picture) {

    static CouponRow of(Coupon coupon, Instant now) {
        return new CouponRow(
                coupon, coupon.stateAt(now), QrCode.of(coupon.code().letters()));
    }

    /** Whether a till would take it. */
    public boolean isGood() {
        return state == Coupon.State.UNUSED;
    }
}
