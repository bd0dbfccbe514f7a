package stampede.report;

import stampede.counter.StockView;

/**
 * How an offer stands now.
 *
 * @param gate whether the counter reserves
 * @param paused whether an operator stopped it for a while, by the ledger
 * @param left units that nobody has
 * @param reserved units reserved for shoppers whose order is not written yet
 * @param held units that orders hold, paid or not
 * @param total units there are in all
 * @param version grows with each change of that
 * @param totals what became of the orders
 */
public record SaleFigures(
        StockView.Gate gate,
        boolean paused,
        int left,
        int reserved,
        int held,
        int total,
        long version,
        SaleTotals totals) {

    /** Whether Redis told what is left; if not, it is what the ledger has. */
    public boolean isCounted() {
        return gate != StockView.Gate.COLD;
    }

    /** Whole percent of the units that orders hold: 100 only when they hold all. */
    public int percentHeld() {
        return total == 0 ? 100 : (int) (100L * held / total);
    }
}
