package stampede.purchase;

import stampede.catalog.OfferId;
import stampede.stock.ReservationId;

/**
 * Names a purchase to its shopper, as {@code reservation-offer}: the offer leads to the keys in Redis, so that asking how
 * it stands takes no look-up in between.
 *
 * @param reservation the reservation, and later the order
 * @param offer what is bought
 */
public record PurchaseId(ReservationId reservation, OfferId offer) {

    /**
     * Reads the form that {@link #toString()} writes.
     *
     * @throws IllegalArgumentException if it is not of that form
     */
    public static PurchaseId of(String text) {
        var dash = text.indexOf('-');
        if (dash < 1) {
            throw new IllegalArgumentException("A purchase id looks like 708540021-42");
        }
        return new PurchaseId(ReservationId.of(text.substring(0, dash)), OfferId.of(text.substring(dash + 1)));
    }

    @Override
    public String toString() {
        return reservation + "-" + offer;
    }
}
