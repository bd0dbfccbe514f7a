package stampede.order;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.stock.Reservation;

/** Writes the first row of each order, many at once, and reads those that are there. Always inside the caller's transaction. */
@Component
class OrderRows {

    private static final String INSERT = """
            insert into orders (id, offer_id, shopper_id, product_name, units, unit_price_fen, total_fen, status, address,
                                holds_units, reserved_at_ms, placed_at_ms, expires_at_ms)
            values (:id, :offer, :shopper, :product, :units, :price, :total, :status, :address, :holds, :reserved, :placed, :expires)""";

    private static final String BORN =
            "insert into order_event (order_id, from_status, to_status, at_ms, who) values (?, null, ?, ?, ?)";

    private final JdbcClient jdbc;
    private final JdbcTemplate plain;
    private final NamedParameterJdbcTemplate named;

    OrderRows(JdbcClient jdbc, JdbcTemplate plain, NamedParameterJdbcTemplate named) {
        this.jdbc = jdbc;
        this.plain = plain;
        this.named = named;
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
    void insert(List<Draft> drafts, Function<OfferId, String> productNames, long nowMs, long expiresMs) {
        named.batchUpdate(
                INSERT,
                drafts.stream()
                        .map(draft -> row(draft.reservation(), OrderStatus.AWAITING_PAYMENT, nowMs)
                                .addValue(
                                        "product",
                                        productNames.apply(draft.reservation().offer()))
                                .addValue("price", draft.detail().unitPriceFen())
                                .addValue("total", draft.total().fen())
                                .addValue("address", draft.detail().address())
                                .addValue("holds", 1)
                                .addValue("expires", expiresMs))
                        .toArray(MapSqlParameterSource[]::new));
        born(drafts.stream().map(Draft::id).toList(), OrderStatus.AWAITING_PAYMENT, nowMs, "worker");
    }

    /**
     * Turns rows that the same transaction inserted into tombstones. Nobody has seen them as orders, so what is corrected
     * here is how they were born, not what became of them.
     */
    void bornRejected(Map<OrderId, Rejection> rejected) {
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
        named.update(
                INSERT,
                row(reservation, OrderStatus.ABANDONED, nowMs)
                        .addValue("product", "")
                        .addValue("price", 0)
                        .addValue("total", 0)
                        .addValue("address", "")
                        .addValue("holds", 0)
                        .addValue("expires", nowMs));
        born(List.of(new OrderId(reservation.id().value())), OrderStatus.ABANDONED, nowMs, "sweeper");
    }

    private static MapSqlParameterSource row(Reservation reservation, OrderStatus status, long nowMs) {
        return new MapSqlParameterSource()
                .addValue("id", reservation.id().value())
                .addValue("offer", reservation.offer().value())
                .addValue("shopper", reservation.shopper().value())
                .addValue("units", reservation.units())
                .addValue("status", status.name())
                .addValue("reserved", reservation.reservedAt().toEpochMilli())
                .addValue("placed", nowMs);
    }

    private void born(List<OrderId> ids, OrderStatus status, long nowMs, String who) {
        plain.batchUpdate(
                BORN,
                ids.stream()
                        .map(id -> new Object[] {id.value(), status.name(), nowMs, who})
                        .toList());
    }
}
