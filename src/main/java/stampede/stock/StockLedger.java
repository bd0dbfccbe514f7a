package stampede.stock;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;

/** The side of stock that has the last word: what is left of each offer in MySQL, and every movement that led there. */
@Component
public class StockLedger {

    /**
     * Takes the units of new orders, inside the caller's transaction, which has inserted them and does nothing but commit
     * after this: the rows that all wait for are locked last, in the order of their ids. If not all can be had, first come
     * is first served.
     *
     * @return an answer for each
     */
    public Map<ReservationId, Take> take(List<Reservation> reservations) {
        throw new UnsupportedOperationException();
    }

    /**
     * Puts back the units that an order took, inside the caller's transaction.
     *
     * @return false if they had been put back before, or were never taken
     */
    public boolean giveBack(Reservation reservation) {
        throw new UnsupportedOperationException();
    }

    /** The same for many; answers those that were put back now. */
    public Set<ReservationId> giveBack(Collection<Reservation> reservations) {
        throw new UnsupportedOperationException();
    }

    /** On which terms the offer sells, or empty if the ledger has no such offer. */
    public Optional<SaleTerms> terms(OfferId offer) {
        throw new UnsupportedOperationException();
    }

    /** The same for many; those without a row are left out. */
    public Map<OfferId, SaleTerms> terms(Collection<OfferId> offers) {
        throw new UnsupportedOperationException();
    }
}
