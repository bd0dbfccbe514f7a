package stampede.report;

import java.time.Instant;
import stampede.catalog.OfferId;
import stampede.catalog.OfferKind;
import stampede.catalog.SaleWindow;

/**
 * How an offer sold, or sells.
 *
 * @param offer its number
 * @param product the product's name where nobody's language is known
 * @param kind goods, or a coupon
 * @param window when it sells
 * @param unitsOffered how many units there are in all
 * @param totals what became of its orders
 */
public record OfferReport(
        OfferId offer, String product, OfferKind kind, SaleWindow window, long unitsOffered, SaleTotals totals) {

    /** Whether it sells at that moment. */
    public boolean isRunning(Instant now) {
        return window.phaseAt(now) == SaleWindow.Phase.OPEN;
    }

    /** Sold units of a hundred; whole percent, 100 only if all are sold. */
    public int percentSold() {
        return totals.percentOf(unitsOffered);
    }
}
