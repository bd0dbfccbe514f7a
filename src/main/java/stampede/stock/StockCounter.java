package stampede.stock;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;

/**
 * The fast side of stock: who has how many units of each offer, counted in Redis.
 *
 * <p>Every change is one script that adds or removes a named reservation and moves the count in the same step, so each
 * may be repeated. Any method may throw a {@link org.springframework.dao.DataAccessException}: Redis did not answer, and
 * what was asked for may or may not have happened.
 */
@Component
public class StockCounter {

    /** Keeps the units for the shopper, or says why it cannot. Concurrent requests for one offer share a trip to Redis. */
    public ReserveAnswer reserve(ReserveRequest request) {
        throw new UnsupportedOperationException();
    }

    /** Puts off the next check of those that are still pending: they are on their way. */
    public void recheckIn(OfferId offer, Collection<ReservationId> reservations, Duration delay) {
        throw new UnsupportedOperationException();
    }

    /** The database says that orders hold these units. One trip to Redis, however many. */
    public Map<ReservationId, Settled> settle(Collection<Reservation> reservations) {
        throw new UnsupportedOperationException();
    }

    /**
     * The database says that these do not, and never will, hold units: whatever was kept for them can be sold again. One
     * trip to Redis, however many.
     */
    public void release(Collection<Reservation> reservations) {
        throw new UnsupportedOperationException();
    }

    /** The pending reservations whose check is due, for this caller alone until the lease ends. */
    public List<Pending> claim(OfferId offer, int max, Duration lease) {
        throw new UnsupportedOperationException();
    }

    /** How reservations stand. One trip to Redis, however many. */
    public Map<ReservationId, Standing> standing(Map<ReservationId, OfferId> reservations) {
        throw new UnsupportedOperationException();
    }
}
