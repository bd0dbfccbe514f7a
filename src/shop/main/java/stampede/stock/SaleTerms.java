package stampede.stock;

import java.time.Instant;
import java.util.Optional;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;
import stampede.money.Money;

/**
 * On which terms the ledger sells an offer, and how it stands.
 *
 * @param offer the offer
 * @param window when it sells
 * @param limitPerShopper how many units one shopper may have
 * @param total how many units there are in all
 * @param totalVersion grows with each change of the total
 * @param price what one unit costs; empty for an offer that an earlier release published
 * @param available units that no order holds
 * @param epoch grows each time a rebuild of the counter begins; 0 before the first
 * @param epochAt when the last rebuild began
 * @param paused whether an operator has stopped it for a while
 */
public record SaleTerms(
        OfferId offer,
        SaleWindow window,
        int limitPerShopper,
        int total,
        long totalVersion,
        Optional<Money> price,
        int available,
        long epoch,
        Instant epochAt,
        boolean paused) {

    /** Whether the ledger sells at this price, or knows none to compare it with. */
    public boolean sellsAt(Money unitPrice) {
        return price.isEmpty() || price.get().equals(unitPrice);
    }
}
