package stampede.inquiry;

import java.time.Instant;
import stampede.order.OrderId;
import stampede.stock.Reservation;
import stampede.task.admin.DeadTask;

/**
 * A genuine message that was to make an order and was given up.
 *
 * @param task where it lies
 * @param reservation what it is about
 */
record DeadOrderMessage(DeadTask task, Reservation reservation) {

    OrderId order() {
        return new OrderId(reservation.id().value());
    }

    Instant at() {
        return task.diedAt();
    }

    boolean waitsForDecision() {
        return task.status() == DeadTask.Status.DEAD;
    }
}
