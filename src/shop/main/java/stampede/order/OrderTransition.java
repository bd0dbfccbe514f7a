package stampede.order;

import static java.util.stream.Collectors.joining;
import static stampede.order.OrderStatus.AWAITING_PAYMENT;
import static stampede.order.OrderStatus.CLOSED;
import static stampede.order.OrderStatus.CLOSING;
import static stampede.order.OrderStatus.FINISHED;
import static stampede.order.OrderStatus.PAID;
import static stampede.order.OrderStatus.REFUNDED;
import static stampede.order.OrderStatus.REFUNDING;
import static stampede.order.OrderStatus.SHIPPED;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import stampede.support.clock.DatabaseTime;

/**
 * The edges of the state machine: which step leads from where to where. An order is born AWAITING_PAYMENT, REJECTED or
 * ABANDONED, a free coupon's FINISHED; every other change of its status is one of these.
 */
enum OrderTransition {
    START_CLOSING(
            List.of(AWAITING_PAYMENT), CLOSING, "closing_at_ms = " + DatabaseTime.NOW_MS, "close_reason = :reason"),
    CLOSE(List.of(CLOSING), CLOSED, "holds_units = 0, closed_at_ms = " + DatabaseTime.NOW_MS),
    PAY(List.of(AWAITING_PAYMENT, CLOSING), PAID, "paid_at_ms = " + DatabaseTime.NOW_MS),
    SHIP(List.of(PAID), SHIPPED),
    FINISH(List.of(SHIPPED), FINISHED),
    /** The whole rest goes back, wherever the goods are by then. */
    REFUND(List.of(PAID, SHIPPED, FINISHED), REFUNDING),
    /** Money came after the units had gone back: it goes back too, and stock is not touched again. */
    REFUND_LATE_PAYMENT(List.of(CLOSED), REFUNDING, "paid_at_ms = " + DatabaseTime.NOW_MS),
    FINISH_REFUND(List.of(REFUNDING), REFUNDED);

    /** How a row may begin; FINISHED is for coupons that cost nothing. */
    static final Set<OrderStatus> BIRTHS =
            Set.of(OrderStatus.AWAITING_PAYMENT, OrderStatus.FINISHED, OrderStatus.REJECTED, OrderStatus.ABANDONED);

    private final ImmutableList<OrderStatus> from;
    private final OrderStatus to;
    private final String update;

    OrderTransition(List<OrderStatus> from, OrderStatus to, String... alsoSet) {
        this.from = ImmutableList.copyOf(from);
        this.to = to;
        this.update = Stream.concat(Stream.of("status = :to"), Stream.of(alsoSet))
                .collect(joining(", ", "update orders set ", " where id in (:ids)"));
    }

    List<OrderStatus> from() {
        return from;
    }

    OrderStatus to() {
        return to;
    }

    /** Takes :to and :ids, of orders that are locked and stand where the step begins, and :reason if it starts closing. */
    String update() {
        return update;
    }
}
