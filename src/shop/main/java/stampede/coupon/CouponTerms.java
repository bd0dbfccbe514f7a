package stampede.coupon;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.money.Money;

/**
 * What a seller promises to whoever has a coupon; never changed.
 *
 * @param offer as which it can be had
 * @param seller whose it is
 * @param name unlike any other of its seller
 * @param description what it is good for
 * @param faceValue what it is worth
 * @param minimumSpend what one has to spend to use it
 * @param validDays for how many days it is good once somebody has it
 * @param lastDay after when it is good for nothing, whenever it was taken
 */
public record CouponTerms(
        OfferId offer,
        AccountId seller,
        String name,
        String description,
        Money faceValue,
        Money minimumSpend,
        int validDays,
        Optional<Instant> lastDay) {

    /** Up to when a coupon is good that is taken now. */
    Instant validUntil(Instant taken) {
        var days = taken.plus(Duration.ofDays(validDays));
        return lastDay.filter(days::isAfter).orElse(days);
    }
}
