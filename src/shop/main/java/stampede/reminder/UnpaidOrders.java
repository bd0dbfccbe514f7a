package stampede.reminder;

import java.time.Instant;
import java.util.Optional;
import stampede.catalog.OfferId;

/** How many orders of an offer are still unpaid, whose units may come back; counted once in a while for all who ask. */
public interface UnpaidOrders {

    /** Empty if there are none, or nobody knows. At most three seconds old. */
    Optional<Tally> of(OfferId offer);

    /**
     * Orders that wait for their payment.
     *
     * @param orders how many, greater than zero
     * @param until when the last of them closes if nobody pays
     */
    record Tally(int orders, Instant until) {}
}
