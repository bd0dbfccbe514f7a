package stampede.api.coupons;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import stampede.coupon.CouponOffer;

/**
 * A coupon on offer, as its seller sees it.
 *
 * @param faceFen what it is worth, in fen
 * @param minimumSpendFen what one has to spend to use it, in fen
 * @param validDays for how many days it is good once somebody has it
 * @param validUntil after when it is good for nothing, whenever it was taken; absent if only the days count
 * @param from when it can be had
 * @param until up to when it can be had; up to when it was stopped if it was
 * @param amount how many there are in all
 * @param left how many nobody has
 * @param given how many somebody has
 * @param used how many were used
 */
@Schema(name = "CouponOffer")
@JsonInclude(JsonInclude.Include.NON_NULL)
record CouponOfferView(
        @Schema(example = "708540021337000001") String couponId,
        @Schema(example = "Ten off") String name,
        @Schema(example = "For all teapots") String description,
        @Schema(example = "1000") long faceFen,
        @Schema(example = "9900") long minimumSpendFen,
        @Schema(example = "30") int validDays,
        @Nullable Instant validUntil,
        Instant from,
        Instant until,
        @Schema(example = "500") int amount,
        @Schema(example = "488") int left,
        @Schema(example = "12") int given,
        @Schema(example = "3") int used,
        CouponOffer.State state) {

    static CouponOfferView of(CouponOffer coupon, Instant now) {
        var terms = coupon.terms();
        return new CouponOfferView(
                terms.offer().toString(),
                terms.name(),
                terms.description(),
                terms.faceValue().fen(),
                terms.minimumSpend().fen(),
                terms.validDays(),
                terms.lastDay().orElse(null),
                coupon.window().opensAt(),
                coupon.window().closesAt(),
                coupon.amount(),
                coupon.left(),
                coupon.given(),
                coupon.used(),
                coupon.stateAt(now));
    }
}
