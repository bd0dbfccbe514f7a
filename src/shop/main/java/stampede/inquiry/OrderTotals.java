package stampede.inquiry;

import stampede.money.Money;

/**
 * What became of the orders of some time.
 *
 * @param placed how many there are, without those of coupons
 * @param paid how many of them were paid, those included whose money went back
 * @param closed how many of them closed unpaid
 * @param givenBack of how many the money went back, or is on its way
 * @param money what was paid for the orders that still are
 * @param coupons how many coupons were given, which are orders that cost nothing
 */
public record OrderTotals(long placed, long paid, long closed, long givenBack, Money money, long coupons) {

    /** Whole percent of the orders that were paid. */
    public long percentPaid() {
        return placed == 0 ? 0 : 100 * paid / placed;
    }
}
