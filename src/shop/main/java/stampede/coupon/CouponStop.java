package stampede.coupon;

import java.time.Clock;
import org.springframework.stereotype.Service;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;
import stampede.sale.SaleStop;
import stampede.sale.SaleWithdrawal;

/** Ends coupons on offer before their time. Those that somebody has stay good. */
@Service
public class CouponStop {

    private final CouponTermsRepository offers;
    private final SaleStop stop;
    private final SaleWithdrawal withdrawal;
    private final Clock clock;

    public CouponStop(CouponTermsRepository offers, SaleStop stop, SaleWithdrawal withdrawal, Clock clock) {
        this.offers = offers;
        this.stop = stop;
        this.withdrawal = withdrawal;
        this.clock = clock;
    }

    /**
     * Ends it for good; before it opens it is withdrawn. Audited. Again changes nothing.
     *
     * @param reason 5 to 200 characters, for the audit log
     * @throws CouponRefused if they have no such coupon on offer
     * @throws stampede.sale.SaleRefused if it is over
     */
    public void stop(SignedIn by, OfferId offer, String reason) {
        var found = offers.offer(Scope.of(by), offer)
                .orElseThrow(() -> new CouponRefused(CouponRefusal.NO_SUCH_COUPON_OFFER));
        if (found.window().phaseAt(clock.instant()) == SaleWindow.Phase.UPCOMING) {
            withdrawal.withdraw(by, offer, reason);
        } else {
            stop.stop(by, offer, reason);
        }
    }
}
