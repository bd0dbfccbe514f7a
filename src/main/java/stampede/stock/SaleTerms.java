package stampede.stock;

import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;

/**
 * On which terms the ledger sells an offer.
 *
 * @param offer the offer
 * @param window when it sells
 * @param limitPerShopper how many units one shopper may have
 * @param total how many units there are in all
 * @param totalVersion grows with each change of the total
 * @param epoch grows each time the counter is rebuilt from the ledger; 0 before the first time
 * @param paused whether an operator has stopped it for a while
 */
public record SaleTerms(
        OfferId offer,
        SaleWindow window,
        int limitPerShopper,
        int total,
        long totalVersion,
        long epoch,
        boolean paused) {}
