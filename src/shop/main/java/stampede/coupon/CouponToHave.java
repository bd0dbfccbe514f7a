package stampede.coupon;

import stampede.catalog.SaleWindow;
import stampede.counter.StockView;

/**
 * A coupon that can be had now or later.
 *
 * @param terms what its seller promises
 * @param window when it can be had
 * @param stock how many are left, a moment ago
 */
public record CouponToHave(CouponTerms terms, SaleWindow window, StockView stock) {}
