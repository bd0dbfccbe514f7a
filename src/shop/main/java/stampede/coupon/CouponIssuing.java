package stampede.coupon;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import stampede.order.CouponIssue;
import stampede.order.OrderId;
import stampede.stock.Reservation;

/** Writes coupons with the orders of them. */
@Component
public class CouponIssuing implements CouponIssue {

    private final CouponRepository coupons;
    private final CouponTermsCache terms;
    private final Clock clock;

    public CouponIssuing(CouponRepository coupons, CouponTermsCache terms, Clock clock) {
        this.coupons = coupons;
        this.terms = terms;
        this.clock = clock;
    }

    /**
     * If chance makes a code that is there, the whole transaction is tried again with other codes.
     *
     * @throws IllegalStateException if one of the offers has no terms, as no coupon can be published without
     */
    @Override
    public void issue(List<Reservation> taken) {
        var known = terms.of(taken.stream().map(Reservation::offer).toList());
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        coupons.add(taken.stream()
                .map(reservation -> coupon(reservation, known.get(reservation.offer()), now))
                .toList());
    }

    private static Coupon coupon(Reservation reservation, @Nullable CouponTerms terms, Instant now) {
        if (terms == null) {
            throw new IllegalStateException("Coupon offer " + reservation.offer() + " has no terms");
        }
        return new Coupon(
                new OrderId(reservation.id().value()),
                reservation.shopper(),
                CouponCode.random(),
                terms,
                now,
                terms.validUntil(now),
                Optional.empty());
    }
}
