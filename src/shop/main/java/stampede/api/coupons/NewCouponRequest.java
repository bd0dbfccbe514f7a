package stampede.api.coupons;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.PositiveOrZero;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stampede.coupon.NewCoupon;
import stampede.money.Money;

/**
 * A coupon that a seller wants to offer.
 *
 * @param name 1 to 60 characters, unlike any other of this seller
 * @param description what it is good for, at most 200 characters
 * @param faceFen what it is worth, in fen
 * @param minimumSpendFen what one has to spend to use it, in fen; nothing by default
 * @param amount how many there are
 * @param from when it can be had; from now by default
 * @param until up to when it can be had; for 30 days by default
 * @param validDays for how many days it is good once somebody has it, 30 by default
 * @param validUntil after when it is good for nothing, whenever it was taken; only the days count by default
 */
@Schema(name = "NewCoupon")
record NewCouponRequest(
        @NotNull @Schema(example = "Ten off", minLength = 1, maxLength = 60)
        String name,

        @Nullable @Schema(example = "For all teapots", maxLength = 200)
        String description,

        @NotNull @PositiveOrZero @Schema(example = "1000") Long faceFen,
        @Nullable @PositiveOrZero @Schema(example = "9900") Long minimumSpendFen,
        @NotNull @Schema(example = "500") Integer amount,
        @Nullable Instant from,
        @Nullable Instant until,
        @Nullable @Schema(example = "30") Integer validDays,
        @Nullable Instant validUntil) {

    NewCoupon wanted() {
        return new NewCoupon(
                name,
                Objects.requireNonNullElse(description, ""),
                new Money(faceFen),
                new Money(Objects.requireNonNullElse(minimumSpendFen, 0L)),
                amount,
                Optional.ofNullable(from),
                Optional.ofNullable(until),
                Objects.requireNonNullElse(validDays, NewCoupon.DAYS),
                Optional.ofNullable(validUntil));
    }
}
