package stampede.api.coupons;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import stampede.coupon.Coupon;

/**
 * A coupon that somebody has.
 *
 * @param orderId by which it was had
 * @param couponId as which it was on offer
 * @param code what is shown at the counter; for its owner only
 * @param takenAt when it was had
 * @param validUntil from when it is good for nothing
 * @param usedAt when its seller took it; absent before
 */
@Schema(name = "Coupon")
@JsonInclude(JsonInclude.Include.NON_NULL)
record CouponView(
        @Schema(example = "708540021337000002") String orderId,
        @Schema(example = "708540021337000001") String couponId,
        @Schema(example = "Ten off") String name,
        @Schema(example = "For all teapots") String description,
        @Schema(example = "1000") long faceFen,
        @Schema(example = "9900") long minimumSpendFen,

        @Schema(example = "7K3M-Q2XA-9RTP") @Nullable String code,

        Coupon.State state,
        Instant takenAt,
        Instant validUntil,
        @Nullable Instant usedAt) {

    /** As its owner sees it. */
    static CouponView ofOwner(Coupon coupon, Instant now) {
        return of(coupon, coupon.code().spaced(), now);
    }

    /** As whoever took its code sees it. */
    static CouponView ofSeller(Coupon coupon, Instant now) {
        return of(coupon, null, now);
    }

    private static CouponView of(Coupon coupon, @Nullable String code, Instant now) {
        var terms = coupon.terms();
        return new CouponView(
                coupon.order().toString(),
                terms.offer().toString(),
                terms.name(),
                terms.description(),
                terms.faceValue().fen(),
                terms.minimumSpend().fen(),
                code,
                coupon.stateAt(now),
                coupon.takenAt(),
                coupon.validUntil(),
                coupon.usedAt().orElse(null));
    }

    /** Without the code, which is as good as money. */
    @Override
    public String toString() {
        return "CouponView[orderId=" + orderId + "]";
    }
}
