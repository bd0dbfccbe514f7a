package stampede.counter;

import java.time.Instant;
import stampede.stock.ReservationId;

/** What the stock counter says to a {@link ReserveRequest}. */
public sealed interface ReserveAnswer {

    /** The units are kept. {@code reservedAt} is by the clock of Redis. */
    record Reserved(Instant reservedAt) implements ReserveAnswer {}

    /** This shopper used this idempotency key before, and got that reservation. */
    record Existing(ReservationId id) implements ReserveAnswer {}

    /** The units are not kept. */
    record Not(Why why) implements ReserveAnswer {}

    /** Why units are not kept. */
    enum Why {
        /** Redis does not know the offer: it has not been loaded, or Redis lost it. A rebuild is due. */
        COLD,
        /** Being loaded; a moment later it can be bought. */
        WARMING,
        PAUSED,
        CLOSED,
        EARLY,
        ENDED,
        LIMIT,
        SOLD_OUT,
        BAD_UNITS,
        /** Another reservation has this id. */
        ID_CLASH
    }
}
