package stampede.api.coupons;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import stampede.counter.OfferStatus;
import stampede.coupon.CouponToHave;

/**
 * A coupon that can be had now or later.
 *
 * @param couponId what one asks for
 * @param faceFen what it is worth, in fen
 * @param minimumSpendFen what one has to spend to use it, in fen
 * @param validDays for how many days it is good once somebody has it
 * @param validUntil after when it is good for nothing, whenever it was taken; absent if only the days count
 * @param opensAt the first instant in which it can be had
 * @param closesAt the first instant in which it can be had no more
 * @param amount how many there were to begin with
 * @param left how many nobody has, a moment ago
 * @param status where it stands now
 */
@Schema(name = "CouponToHave")
@JsonInclude(JsonInclude.Include.NON_NULL)
record CouponToHaveView(
        @Schema(example = "708540021337000001") String couponId,
        @Schema(example = "Ten off") String name,
        @Schema(example = "For all teapots") String description,
        @Schema(example = "1000") long faceFen,
        @Schema(example = "9900") long minimumSpendFen,
        @Schema(example = "30") int validDays,
        @Nullable Instant validUntil,
        Instant opensAt,
        Instant closesAt,
        @Schema(example = "500") int amount,
        @Schema(example = "499") int left,
        OfferStatus status) {

    static CouponToHaveView of(CouponToHave coupon, Instant now) {
        var terms = coupon.terms();
        return new CouponToHaveView(
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
                coupon.statusAt(now));
    }
}
