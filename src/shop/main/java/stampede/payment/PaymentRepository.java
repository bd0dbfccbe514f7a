package stampede.payment;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.money.Money;
import stampede.order.OrderId;

/** The table of money that came, one row per trade. */
@Component
public class PaymentRepository {

    private final JdbcClient sql;

    PaymentRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /** @throws org.springframework.dao.DuplicateKeyException if the trade is there; its order must be locked, so it cannot come in between */
    void add(Payment payment) {
        sql.sql("""
                insert into payment (trade_no, order_id, amount_fen, state, received_at_ms, applied_at_ms, paid_at_ms)
                values (:trade, :order, :amount, :state, :received, :applied, :paid)
                """)
                .param("trade", payment.tradeNo())
                .param("order", payment.order().value())
                .param("amount", payment.amount().fen())
                .param("state", payment.state().name())
                .param("received", payment.receivedAt().toEpochMilli())
                .param(
                        "applied",
                        payment.state() == Payment.State.APPLIED
                                ? payment.receivedAt().toEpochMilli()
                                : null)
                .param("paid", payment.paidAt().map(Instant::toEpochMilli).orElse(null))
                .update();
    }

    boolean has(String tradeNo) {
        return sql.sql("select count(*) from payment where trade_no = :trade")
                        .param("trade", tradeNo)
                        .query(Long.class)
                        .single()
                > 0;
    }

    boolean hasOf(OrderId order) {
        return sql.sql("select count(*) from payment where order_id = :order")
                        .param("order", order.value())
                        .query(Long.class)
                        .single()
                > 0;
    }

    /** Those of these orders, oldest first. */
    List<Payment> of(Collection<OrderId> orders) {
        if (orders.isEmpty()) {
            return List.of();
        }
        return sql.sql("select * from payment where order_id in (:orders) order by id")
                .param("orders", orders.stream().map(OrderId::value).toList())
                .query(PaymentRepository::payment)
                .list();
    }

    public static Payment payment(ResultSet row, int number) throws SQLException {
        return new Payment(
                row.getString("trade_no"),
                new OrderId(row.getLong("order_id")),
                new Money(row.getLong("amount_fen")),
                Payment.State.valueOf(row.getString("state")),
                Instant.ofEpochMilli(row.getLong("received_at_ms")),
                Optional.ofNullable(row.getObject("paid_at_ms", Long.class)).map(Instant::ofEpochMilli));
    }
}
