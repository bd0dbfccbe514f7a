package stampede.inquiry;

import java.time.Instant;
import java.util.Optional;
import stampede.order.OrderDetail;
import stampede.order.OrderStatus;
import stampede.stock.Reservation;

/**
 * The row that a purchase has in the database, order or tombstone.
 *
 * @param reservation what was reserved
 * @param status where it stands
 * @param holds whether it holds units
 * @param reason why it was rejected or closed, if it was
 * @param payBy when the time to pay is over
 * @param closingAt when it began to close, if it did
 * @param ticket of the waiting room, if its shopper came through one
 */
record PurchaseRow(
        Reservation reservation,
        OrderStatus status,
        boolean holds,
        Optional<String> reason,
        Instant payBy,
        Optional<Instant> closingAt,
        Optional<OrderDetail.Ticket> ticket) {}
