package stampede.imports.kind;

import java.time.Clock;
import java.util.Optional;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.coupon.CouponOffer;
import stampede.coupon.CouponStop;
import stampede.coupon.Coupons;
import stampede.imports.ImportProblem;
import stampede.imports.ImportRow;
import stampede.imports.TakeBack;

/** Stops coupons of which nobody has one yet. Their names stay taken. */
final class CouponTakeBack implements TakeBack {

    private final Coupons coupons;
    private final CouponStop stop;
    private final Clock clock;

    CouponTakeBack(Coupons coupons, CouponStop stop, Clock clock) {
        this.coupons = coupons;
        this.stop = stop;
        this.clock = clock;
    }

    @Override
    public Optional<ImportProblem> obstacle(SignedIn by, ImportRow row) {
        var coupon = coupons.offer(Scope.of(by), offer(row));
        if (coupon.filter(found -> found.canBeStopped(clock.instant())).isEmpty()) {
            return Optional.of(ImportProblem.in("", "stays.over"));
        }
        return coupon.filter(found -> found.given() > 0)
                .map(CouponOffer::given)
                .map(given -> ImportProblem.in("", "stays.given", Integer.toString(given)));
    }

    @Override
    public void run(SignedIn by, ImportRow row, String reason) {
        stop.stop(by, offer(row), reason);
    }

    private static OfferId offer(ImportRow row) {
        return new OfferId(row.subject().orElseThrow());
    }
}
