package stampede.coupon;

import java.time.Instant;
import java.util.Optional;
import stampede.money.Money;

/**
 * A coupon that a seller wants to offer. White space around its words is taken off.
 *
 * @param name 1 to 60 characters, unlike any other of its seller
 * @param description what it is good for, at most 200 characters
 * @param faceValue what it is worth
 * @param minimumSpend what one has to spend to use it
 * @param amount how many there are
 * @param from when it can be had; from now if empty
 * @param until up to when it can be had; 30 days from then if empty
 * @param validDays for how many days it is good once somebody has it
 * @param validUntil after when it is good for nothing, whenever it was taken; empty if only the days count
 */
public record NewCoupon(
        String name,
        String description,
        Money faceValue,
        Money minimumSpend,
        int amount,
        Optional<Instant> from,
        Optional<Instant> until,
        int validDays,
        Optional<Instant> validUntil) {

    /** For how many days a coupon is good unless somebody says otherwise. */
    public static final int DAYS = 30;

    public NewCoupon {
        name = name.strip();
        description = description.strip();
    }
}
