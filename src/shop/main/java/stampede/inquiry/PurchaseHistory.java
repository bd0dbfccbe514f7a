package stampede.inquiry;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.stock.Reservation;

/**
 * How a purchase went, as far as anybody knows.
 *
 * @param id its number
 * @param madeAt when its number was made, which is known of any number
 * @param reservation what was reserved; empty if there is no trace of it
 * @param status where its order stands, tombstones included; empty while there is none
 * @param steps what happened, in order; none if there is no trace of it
 * @param stuck why it counts as stuck, if it does
 * @param redisAnswered whether Redis could be asked; if not, what has no order yet cannot be found
 */
public record PurchaseHistory(
        OrderId id,
        Instant madeAt,
        Optional<Reservation> reservation,
        Optional<OrderStatus> status,
        List<PurchaseStep> steps,
        Optional<StuckPurchase> stuck,
        boolean redisAnswered) {

    public PurchaseHistory {
        steps = List.copyOf(steps);
    }

    /** Whether there is any trace of it. */
    public boolean known() {
        return !steps.isEmpty();
    }
}
