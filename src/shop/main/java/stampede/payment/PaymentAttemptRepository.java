package stampede.payment;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.order.Order;
import stampede.order.OrderId;

/** The table of orders for which somebody went to pay. */
@Component
class PaymentAttemptRepository {

    private final JdbcClient sql;

    PaymentAttemptRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /**
     * Notes that somebody goes to pay; the order must be locked.
     *
     * @return whether it is the first time
     */
    boolean note(Order order, PaymentChannel channel, Instant now) {
        var again = sql.sql(
                        "update payment_attempt set channel = :channel, last_ms = greatest(first_ms, :now) where order_id = :order")
                .param("channel", channel.name())
                .param("now", now.toEpochMilli())
                .param("order", order.id().value())
                .update();
        if (again == 1) {
            return false;
        }
        sql.sql(
                        "insert into payment_attempt (order_id, channel, first_ms, last_ms, pay_by_ms, asked_ms) values (:order, :channel, :now, :now, :payBy, 0)")
                .param("order", order.id().value())
                .param("channel", channel.name())
                .param("now", now.toEpochMilli())
                .param("payBy", order.payBy().toEpochMilli())
                .update();
        return true;
    }

    /** Those of these for which somebody went to pay. */
    Set<OrderId> among(Collection<OrderId> orders) {
        if (orders.isEmpty()) {
            return Set.of();
        }
        return sql
                .sql("select order_id from payment_attempt where order_id in (:orders)")
                .param("orders", orders.stream().map(OrderId::value).toList())
                .query((row, number) -> new OrderId(row.getLong("order_id")))
                .list()
                .stream()
                .collect(Collectors.toSet());
    }

    /** When somebody first went to pay. */
    Optional<Instant> begun(OrderId order) {
        return sql.sql("select first_ms from payment_attempt where order_id = :order")
                .param("order", order.value())
                .query(Long.class)
                .optional()
                .map(Instant::ofEpochMilli);
    }

    /** Whether Alipay may be asked about the order now; of all who want to know within the pause, one may. */
    boolean mayAsk(OrderId order, Instant now, Duration pause) {
        return sql.sql("update payment_attempt set asked_ms = :now where order_id = :order and asked_ms <= :before")
                        .param("now", now.toEpochMilli())
                        .param("before", now.minus(pause).toEpochMilli())
                        .param("order", order.value())
                        .update()
                == 1;
    }
}
