package stampede.shipping;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.pastsale.OrderTables;
import stampede.support.clock.DatabaseTime;

/** The table of shipments. Whoever writes here holds the order's row, so the status and the shipment change together. */
@Component
public class ShipmentRepository {

    private final JdbcClient sql;

    public ShipmentRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /** Whose offer the order is of; empty if there is no such order. */
    Optional<AccountId> seller(OrderId order) {
        return sql.sql(OrderTables.either("""
                select product.seller_id
                  from orders
                  join offer on offer.id = orders.offer_id
                  join product on product.id = offer.product_id
                 where orders.id = :order
                """))
                .param("order", order.value())
                .query((row, number) -> new AccountId(row.getLong("seller_id")))
                .optional();
    }

    /** Where orders stand, as far as it matters for shipping them; those that there are not are left out. Nothing is locked. */
    Map<OrderId, Standing> standing(Collection<OrderId> orders) {
        var found = new HashMap<OrderId, Standing>();
        if (!orders.isEmpty()) {
            sql.sql(OrderTables.either("""
                    select orders.id, orders.status, product.seller_id, coalesce(account.username, '') as seller,
                           coalesce(shipment.carrier, '') as carrier, coalesce(shipment.number, '') as number,
                           exists (select 1 from refund
                                    where refund.order_id = orders.id and refund.state in ('ASKED', 'DUE', 'STUCK')) as open
                      from orders
                      join offer on offer.id = orders.offer_id
                      join product on product.id = offer.product_id
                      left join account on account.id = product.seller_id
                      left join shipment on shipment.order_id = orders.id
                     where orders.id in (:orders)
                    """))
                    .param("orders", orders.stream().map(OrderId::value).toList())
                    .query(row -> {
                        var status = OrderStatus.valueOf(row.getString("status"));
                        if (!status.isTombstone()) {
                            found.put(
                                    new OrderId(row.getLong("id")),
                                    new Standing(
                                            status,
                                            new AccountId(row.getLong("seller_id")),
                                            row.getString("seller"),
                                            row.getString("carrier"),
                                            row.getString("number"),
                                            row.getBoolean("open")));
                        }
                    });
        }
        return found;
    }

    /** Whether it was shipped so; empty if it was not shipped. */
    Optional<Boolean> isSentBy(Parcel parcel) {
        return sql.sql("select carrier, number from shipment where order_id = :order")
                .param("order", parcel.order().value())
                .query((row, number) -> row.getString("carrier").equals(parcel.carrier())
                        && row.getString("number").equals(parcel.number()))
                .optional();
    }

    void add(Parcel parcel, String who) {
        sql.sql("""
                insert into shipment (order_id, carrier, number, shipped_ms, shipped_by)
                values (:order, :carrier, :number, %s, :who)
                """.formatted(DatabaseTime.NOW_MS))
                .param("order", parcel.order().value())
                .param("carrier", parcel.carrier())
                .param("number", parcel.number())
                .param("who", who)
                .update();
    }

    void correct(Parcel parcel) {
        sql.sql("update shipment set carrier = :carrier, number = :number where order_id = :order")
                .param("carrier", parcel.carrier())
                .param("number", parcel.number())
                .param("order", parcel.order().value())
                .update();
    }

    void finish(OrderId order) {
        sql.sql("update shipment set finished_ms = " + DatabaseTime.NOW_MS
                        + " where order_id = :order and finished_ms is null")
                .param("order", order.value())
                .update();
    }

    /** Orders that were shipped before that and that nobody has received, those that were shipped first coming first. */
    List<OrderId> due(Instant shippedBefore, int most) {
        return sql.sql("""
                select shipment.order_id
                  from shipment
                  join orders on orders.id = shipment.order_id
                 where shipment.finished_ms is null and shipment.shipped_ms < :before and orders.status = 'SHIPPED'
                   and not exists (select 1 from refund
                                    where refund.order_id = shipment.order_id and refund.state in ('ASKED', 'DUE', 'STUCK'))
                 order by shipment.shipped_ms
                 limit :most
                """)
                .param("before", shippedBefore.toEpochMilli())
                .param("most", most)
                .query((row, number) -> new OrderId(row.getLong("order_id")))
                .list();
    }

    /**
     * Where an order stands.
     *
     * @param carrier empty if it was not shipped
     * @param number the carrier's
     */
    record Standing(
            OrderStatus status,
            AccountId seller,
            String sellerName,
            String carrier,
            String number,
            boolean hasOpenRefund) {

        boolean isSent() {
            return !carrier.isEmpty();
        }

        boolean isSentBy(Parcel parcel) {
            return carrier.equals(parcel.carrier()) && number.equals(parcel.number());
        }
    }
}
