package stampede.coupon;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import stampede.catalog.SaleWindow;
import stampede.money.Money;

/** What a coupon must be like. */
final class CouponRules {

    private static final int LONGEST_NAME = 60;
    private static final int LONGEST_DESCRIPTION = 200;
    private static final int LARGEST_AMOUNT = 1_000_000;
    private static final int MOST_DAYS = 366;
    private static final long MOST_FEN = 100_000_000;
    private static final Duration USUAL_WINDOW = Duration.ofDays(30);
    private static final Duration LONGEST_WINDOW = Duration.ofDays(365);

    private CouponRules() {}

    /**
     * When it can be had.
     *
     * @throws CouponRefused if something in it cannot be
     */
    static SaleWindow windowOf(NewCoupon coupon, Instant now) {
        require(isName(coupon.name()), CouponRefusal.BAD_COUPON_NAME);
        require(coupon.description().length() <= LONGEST_DESCRIPTION, CouponRefusal.BAD_COUPON_DESCRIPTION);
        require(coupon.faceValue().fen() > 0 && isSound(coupon.faceValue()), CouponRefusal.BAD_FACE_VALUE);
        require(isSound(coupon.minimumSpend()), CouponRefusal.BAD_MINIMUM_SPEND);
        require(coupon.amount() >= 1 && coupon.amount() <= LARGEST_AMOUNT, CouponRefusal.BAD_AMOUNT);
        var from = millis(coupon.from().filter(now::isBefore).orElse(now));
        var until = millis(coupon.until().orElse(from.plus(USUAL_WINDOW)));
        require(
                until.isAfter(from) && until.isAfter(now) && !until.isAfter(now.plus(LONGEST_WINDOW)),
                CouponRefusal.BAD_COUPON_WINDOW);
        require(
                coupon.validDays() >= 1
                        && coupon.validDays() <= MOST_DAYS
                        && coupon.validUntil().map(from::isBefore).orElse(true),
                CouponRefusal.BAD_VALIDITY);
        return new SaleWindow(from, until);
    }

    /** Whether a coupon can be called so. */
    static boolean isName(String text) {
        return isLine(text) && text.length() <= LONGEST_NAME;
    }

    private static boolean isSound(Money money) {
        return money.fen() <= MOST_FEN;
    }

    private static boolean isLine(String text) {
        return !text.isEmpty() && text.codePoints().noneMatch(Character::isISOControl);
    }

    private static Instant millis(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MILLIS);
    }

    private static void require(boolean met, CouponRefusal reason) {
        if (!met) {
            throw new CouponRefused(reason);
        }
    }
}
