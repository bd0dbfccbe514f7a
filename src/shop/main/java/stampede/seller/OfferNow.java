package stampede.seller;

import stampede.catalog.OfferId;
import stampede.counter.StockView;
import stampede.draft.OfferLine;

/**
 * An offer on a seller's first page.
 *
 * @param line the offer, with what its orders hold by the ledger
 * @param stock what is left by the counter
 */
public record OfferNow(OfferLine line, StockView stock) {

    static OfferId id(OfferLine line) {
        return new OfferId(line.id());
    }

    /** Whether Redis told what is left. */
    public boolean isCounted() {
        return stock.gate() != StockView.Gate.COLD;
    }

    /** Units that nobody has, by the counter; by the ledger if the counter does not know. */
    public int left() {
        return isCounted() ? Math.min(stock.left(), line.left()) : line.left();
    }

    /** Units reserved for shoppers whose order is not written yet. */
    public int reserved() {
        return line.left() - left();
    }

    /** Units that orders hold. */
    public int held() {
        return line.units() - line.left();
    }
}
