package stampede.report;

import stampede.money.Money;

/**
 * What became of the orders of an offer, or of several.
 *
 * @param unitsSold units that paid orders hold; of coupons, those that somebody has
 * @param placed how many orders were placed
 * @param paid how many of them were paid
 * @param closedUnpaid how many of them were closed without being paid for in time
 * @param moneyIn what paid for them
 * @param refunds what went or goes back of that
 */
public record SaleTotals(long unitsSold, long placed, long paid, long closedUnpaid, Money moneyIn, Money refunds) {

    /** Of no orders. */
    public static final SaleTotals NONE = new SaleTotals(0, 0, 0, 0, new Money(0), new Money(0));

    /** What is left of the money. */
    public Money net() {
        return new Money(Math.max(0, moneyIn.fen() - refunds.fen()));
    }

    /** Sold units of a hundred; whole percent, 100 only if all are sold. */
    int percentOf(long offered) {
        return offered == 0 ? 0 : (int) (100 * unitsSold / offered);
    }

    /** Of both. */
    SaleTotals plus(SaleTotals other) {
        return new SaleTotals(
                unitsSold + other.unitsSold,
                placed + other.placed,
                paid + other.paid,
                closedUnpaid + other.closedUnpaid,
                moneyIn.plus(other.moneyIn),
                refunds.plus(other.refunds));
    }
}
