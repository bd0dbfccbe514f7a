package stampede.order;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.stock.Reservation;

/** Writes the first row of each order, many at once, and reads those that are there. Always inside the caller's transaction. */
@Component
class OrderRepository {

    /** What is the same for many is said in words of its own: the driver is paid by the value. */
    private static final String INSERT = """
            insert into orders (id, offer_id, shopper_id, product_name, units, unit_price_fen, total_fen, address,
                                reserved_at_ms, placed_at_ms, expires_at_ms, status, holds_units)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'AWAITING_PAYMENT', 1)""";

    private static final String BORN = """
            insert into order_event (order_id, at_ms, from_status, to_status, who)
            values (?, ?, null, 'AWAITING_PAYMENT', 'worker')""";

    private final JdbcClient jdbc;
    private final JdbcTemplate plain;

    OrderRepository(JdbcClient jdbc, JdbcTemplate plain) {
        this.jdbc = jdbc;
        this.plain = plain;
    }

    /** Of those that have a row already, whether it holds units. */
    Map<OrderId, Boolean> existing(Collection<OrderId> ids) {
        var found = new HashMap<OrderId, Boolean>();
        jdbc.sql("select id, holds_units from orders where id in (:ids)")
                .param("ids", ids.stream().map(OrderId::value).toList())
                .query(row -> {
                    found.put(new OrderId(row.getLong("id")), row.getInt("holds_units") == 1);
                });
        return found;
    }

    /**
     * Inserts orders that await payment and hold units.
     *
     * @throws org.springframework.dao.DuplicateKeyException if one of them has a row already
     */
    void insert(List<OrderDraft> drafts, Function<OfferId, String> productNames, long nowMs, long expiresMs) {
        plain.batchUpdate(
                INSERT,
                drafts.stream()
                        .map(orderDraft -> row(
                                orderDraft,
                                productNames.apply(orderDraft.reservation().offer()),
                                nowMs,
                                expiresMs))
                        .toList());
        plain.batchUpdate(
                BORN,
                drafts.stream()
                        .map(orderDraft -> new Object[] {orderDraft.id().value(), nowMs})
                        .toList());
    }

    /**
     * Turns rows that the same transaction inserted into tombstones. Nobody has seen them as orders, so what is corrected
     * here is how they were born, not what became of them.
     */
    void reject(Map<OrderId, Rejection> rejected) {
        plain.batchUpdate(
                "update orders set status = 'REJECTED', holds_units = 0, reject_reason = ? where id = ?",
                rejected.entrySet().stream()
                        .map(one -> new Object[] {
                            one.getValue().name(), one.getKey().value()
                        })
                        .toList());
        jdbc.sql("update order_event set to_status = 'REJECTED' where order_id in (:ids) and from_status is null")
                .param("ids", rejected.keySet().stream().map(OrderId::value).toList())
                .update();
    }

    /**
     * Inserts the tombstone of a reservation that was lost.
     *
     * @throws org.springframework.dao.DuplicateKeyException if it has a row already
     */
    void insertAbandoned(Reservation reservation, long nowMs) {
        jdbc.sql("""
                insert into orders (id, offer_id, shopper_id, product_name, units, unit_price_fen, total_fen, address,
                                    reserved_at_ms, placed_at_ms, expires_at_ms, status, holds_units)
                values (:id, :offer, :shopper, '', :units, 0, 0, '', :reserved, :now, :now, 'ABANDONED', 0)""")
                .param("id", reservation.id().value())
                .param("offer", reservation.offer().value())
                .param("shopper", reservation.shopper().value())
                .param("units", reservation.units())
                .param("reserved", reservation.reservedAt().toEpochMilli())
                .param("now", nowMs)
                .update();
        jdbc.sql("""
                insert into order_event (order_id, at_ms, from_status, to_status, who)
                values (:id, :now, null, 'ABANDONED', 'sweeper')""").param("id", reservation.id().value()).param("now", nowMs).update();
    }

    private static Object[] row(OrderDraft orderDraft, String product, long nowMs, long expiresMs) {
        var reservation = orderDraft.reservation();
        return new Object[] {
            orderDraft.id().value(),
            reservation.offer().value(),
            reservation.shopper().value(),
            product,
            reservation.units(),
            orderDraft.detail().unitPriceFen(),
            orderDraft.total().fen(),
            orderDraft.detail().address(),
            reservation.reservedAt().toEpochMilli(),
            nowMs,
            expiresMs
        };
    }
}
