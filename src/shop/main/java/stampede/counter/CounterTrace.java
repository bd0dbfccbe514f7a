package stampede.counter;

import java.time.Instant;
import java.util.Optional;
import stampede.catalog.OfferId;

/**
 * What the counter of an offer has on one reservation.
 *
 * @param offer whose counter it is
 * @param warm whether Redis knows the offer at all; if not, it knows nothing of the reservation either
 * @param kept the units, if any are kept for it
 * @param reserved the same with what is needed to queue its order again, until it has one
 * @param nextCheck when the sweeper looks at it next, while it is reserved
 * @param released whether it was released for good
 */
public record CounterTrace(
        OfferId offer,
        boolean warm,
        Optional<CounterReservation> kept,
        Optional<DetailedReservation> reserved,
        Optional<Instant> nextCheck,
        boolean released) {

    /** Whether the counter has ever heard of it, as far as it remembers. */
    public boolean knowsIt() {
        return kept.isPresent() || released;
    }
}
