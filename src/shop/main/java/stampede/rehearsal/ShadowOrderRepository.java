package stampede.rehearsal;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;

/** What the database has of shadows: their orders, while a rehearsal waits for them, and all that is to be forgotten later. */
@Component
class ShadowOrderRepository {

    private final JdbcClient sql;

    ShadowOrderRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /** How many reservations have a row, orders and tombstones. */
    long count(OfferId shadow) {
        return sql.sql("select count(*) from orders where offer_id = :offer")
                .param("offer", shadow.value())
                .query(Long.class)
                .single();
    }

    /** The numbers of those that are orders, whatever became of them. */
    Set<Long> orders(OfferId shadow) {
        return new HashSet<>(
                sql.sql("select id from orders where offer_id = :offer and status not in ('REJECTED', 'ABANDONED')")
                        .param("offer", shadow.value())
                        .query(Long.class)
                        .list());
    }

    /** How many units were ever taken of it. */
    long unitsTaken(OfferId shadow) {
        return sql.sql("select coalesce(sum(-delta), 0) from stock_movement where offer_id = :offer and kind = 'TAKE'")
                .param("offer", shadow.value())
                .query(Long.class)
                .single();
    }

    /** Shadows of rehearsals that ended before that, which are closed out and no longer in the counter. */
    List<OfferId> forgettable(Instant endedBefore, int most) {
        return sql.sql("""
                select stock_balance.offer_id from rehearsal
                  join stock_balance on stock_balance.offer_id = rehearsal.shadow_id
                 where rehearsal.ended_ms < :before and stock_balance.settled_ms > 0 and stock_balance.counter_dropped = 1
                 order by rehearsal.ended_ms limit :most
                """)
                .param("before", endedBefore.toEpochMilli())
                .param("most", most)
                .query((row, number) -> new OfferId(row.getLong("offer_id")))
                .list();
    }

    /** Forgets some orders of a shadow with all that is written down about them, in the caller's transaction; answers how many. */
    int forgetOrders(OfferId shadow, int most) {
        var orders = sql.sql("select id from orders where offer_id = :offer order by id limit :most")
                .param("offer", requireShadow(shadow))
                .param("most", most)
                .query(Long.class)
                .list();
        if (!orders.isEmpty()) {
            sql.sql("delete from order_event where order_id in (:orders)")
                    .param("orders", orders)
                    .update();
            sql.sql("delete from stock_movement where order_id in (:orders)")
                    .param("orders", orders)
                    .update();
            sql.sql("delete from orders where id in (:orders)")
                    .param("orders", orders)
                    .update();
        }
        return orders.size();
    }

    /** Forgets the rest of a shadow that has no orders any more, in the caller's transaction; what was measured stays. */
    void forget(OfferId shadow) {
        List.of(
                        "delete from stock_movement where offer_id = :offer",
                        "delete from stock_quota where offer_id = :offer",
                        "delete from settlement_line where offer_id = :offer",
                        "delete from settlement where offer_id = :offer",
                        "delete from books_verdict where offer_id = :offer",
                        "delete from stock_balance where offer_id = :offer")
                .forEach(statement ->
                        sql.sql(statement).param("offer", requireShadow(shadow)).update());
    }

    private static long requireShadow(OfferId offer) {
        if (!offer.isShadow()) {
            throw new IllegalArgumentException("Nothing of a real offer is forgotten: " + offer);
        }
        return offer.value();
    }
}
