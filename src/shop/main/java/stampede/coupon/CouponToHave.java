package stampede.coupon;

import java.time.Instant;
import stampede.catalog.SaleWindow;
import stampede.counter.OfferStatus;
import stampede.counter.StockView;

/**
 * A coupon that can be had now or later.
 *
 * @param terms what its seller promises
 * @param window when it can be had
 * @param amount how many there were to begin with
 * @param stock how many are left, a moment ago
 */
public record CouponToHave(CouponTerms terms, SaleWindow window, int amount, StockView stock) {

    /** Where it stands for who wants it. */
    public OfferStatus statusAt(Instant now) {
        return OfferStatus.of(window, stock, now);
    }

    /** How many nobody has, a moment ago; before the counter is loaded, all. */
    public int left() {
        return stock.gate() == StockView.Gate.COLD ? amount : stock.left();
    }
}
