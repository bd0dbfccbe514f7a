package stampede.console;

import java.time.Instant;
import stampede.catalog.Offer;
import stampede.catalog.SaleWindow;
import stampede.counter.StockView;
import stampede.stock.SaleTerms;

/**
 * How the sale of an offer stands, counter and ledger side by side. They are read a moment apart, so between two orders the
 * figures may be off by those orders.
 *
 * @param offer the offer
 * @param gate whether units may be reserved, by the counter
 * @param left units that nobody has
 * @param waiting units reserved for shoppers whose order is not in the ledger yet
 * @param ordered units that orders hold
 * @param total units there are in all
 * @param paused whether an operator stopped it, by the ledger
 */
record SaleRow(Offer offer, StockView.Gate gate, int left, int waiting, int ordered, int total, boolean paused) {

    /** What is over is closed, whatever the counter was heard to say a moment ago. */
    static SaleRow of(Offer offer, StockView counter, SaleTerms ledger, Instant now) {
        var over = ledger.window().phaseAt(now) == SaleWindow.Phase.ENDED;
        var left = counter.gate() == StockView.Gate.COLD ? ledger.available() : counter.left();
        return new SaleRow(
                offer,
                over ? StockView.Gate.CLOSED : counter.gate(),
                left,
                Math.max(0, ledger.available() - left),
                ledger.total() - ledger.available(),
                ledger.total(),
                ledger.paused());
    }

    /** Whole percent of the units that orders hold: 100 only when they hold all. */
    public int percentOrdered() {
        return total == 0 ? 100 : (int) (100L * ordered / total);
    }
}
