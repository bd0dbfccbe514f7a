package stampede.storefront.coupon;

import java.time.Duration;
import java.time.Instant;
import stampede.counter.OfferStatus;
import stampede.coupon.CouponToHave;

/**
 * A coupon that can be had, on its page.
 *
 * @param coupon what it is
 * @param status where it stands
 * @param isSoon whether it opens or ends within a day, so that it is counted down
 * @param key names this press of its button, so that a second one does nothing
 * @param isMine whether whoever looks has it
 */
public record CouponCard(CouponToHave coupon, OfferStatus status, boolean isSoon, String key, boolean isMine) {

    private static final Duration SOON = Duration.ofDays(1);
    private static final int FEW_OF = 10;

    static CouponCard of(CouponToHave coupon, Instant now, String key, boolean isMine) {
        var status = coupon.statusAt(now);
        var window = coupon.window();
        var next = status == OfferStatus.UPCOMING ? window.opensAt() : window.closesAt();
        return new CouponCard(coupon, status, next.isBefore(now.plus(SOON)), key, isMine);
    }

    /** At most one of ten is left: said in another colour. */
    public boolean isScarce() {
        return coupon.left() > 0 && (long) coupon.left() * FEW_OF <= coupon.amount();
    }
}
