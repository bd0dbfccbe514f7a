package stampede.api.compatible;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;
import stampede.coupon.Coupon;
import stampede.coupon.CouponOffer;
import stampede.money.Money;

/**
 * A coupon in a list. Units are in the list of a seller's only, whoever asks for it.
 *
 * @param amount how many there are in all; absent in a customer's list
 * @param left how many nobody has; absent in a customer's list
 * @param stock what it is worth, in yuan
 */
@Schema(name = "CompatibleCoupon")
@JsonInclude(JsonInclude.Include.NON_NULL)
record CompatibleCoupon(
        @Schema(example = "Ten off") String name,
        @Nullable @Schema(example = "500") Integer amount,
        @Nullable @Schema(example = "499") Integer left,
        @Schema(example = "10") BigDecimal stock,
        @Schema(example = "For all teapots") String description) {

    static CompatibleCoupon of(CouponOffer coupon) {
        var terms = coupon.terms();
        return new CompatibleCoupon(
                terms.name(), coupon.amount(), coupon.left(), yuan(terms.faceValue()), terms.description());
    }

    static CompatibleCoupon of(Coupon coupon) {
        var terms = coupon.terms();
        return new CompatibleCoupon(terms.name(), null, null, yuan(terms.faceValue()), terms.description());
    }

    /** Whole as long as it can be: that shop knew no fen. */
    private static BigDecimal yuan(Money money) {
        var yuan = BigDecimal.valueOf(money.fen(), 2).stripTrailingZeros();
        return yuan.scale() < 0 ? yuan.setScale(0, RoundingMode.UNNECESSARY) : yuan;
    }
}
