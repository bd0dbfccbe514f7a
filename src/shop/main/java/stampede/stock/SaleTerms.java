package stampede.stock;

import java.time.Instant;
import java.util.Optional;
import stampede.catalog.OfferId;
import stampede.catalog.OfferKind;
import stampede.catalog.SaleWindow;
import stampede.money.Money;

/**
 * On which terms the ledger sells an offer, and how it stands.
 *
 * @param offer the offer
 * @param window when it sells
 * @param limitPerShopper how many units one shopper may have
 * @param limitPerAddress how many units may go to one address; 0 for as many as anybody orders
 * @param total how many units there are in all
 * @param totalVersion grows with each change of the total
 * @param price what one unit costs; empty for an offer that an earlier release published
 * @param available units that no order holds
 * @param epoch grows each time a rebuild of the counter begins; 0 before the first
 * @param epochAt when the last rebuild began
 * @param paused whether an operator has stopped it for a while
 * @param plannedEnd when it would have ended, once it is stopped or withdrawn for good; empty while it may sell
 * @param closedOut whether its books are closed
 * @param kind what it sells
 */
public record SaleTerms(
        OfferId offer,
        SaleWindow window,
        int limitPerShopper,
        int limitPerAddress,
        int total,
        long totalVersion,
        Optional<Money> price,
        int available,
        long epoch,
        Instant epochAt,
        boolean paused,
        Optional<Instant> plannedEnd,
        boolean closedOut,
        OfferKind kind) {

    /** Whether it was stopped or withdrawn: it never sells again. */
    public boolean isStopped() {
        return plannedEnd.isPresent();
    }

    /**
     * Whether what was reserved then becomes an order. A sale that was stopped goes by the end that was planned: the counter may have
     * kept units by a clock that is ahead of the one by which it was stopped.
     */
    public boolean covers(Instant reservedAt) {
        return !reservedAt.isBefore(window.opensAt()) && reservedAt.isBefore(plannedEnd.orElse(window.closesAt()));
    }

    /** Whether units are counted by address; those of coupons go to none. */
    public boolean limitsAddresses() {
        return limitPerAddress > 0 && kind == OfferKind.GOODS;
    }

    /** Whether the ledger sells at this price, or knows none to compare it with. */
    public boolean sellsAt(Money unitPrice) {
        return price.isEmpty() || price.get().equals(unitPrice);
    }
}
