package stampede.order;

import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.pastsale.OrderTables;

/** The addresses in orders, those of past sales apart from those of today. */
@Component
class OrderAddressRepository {

    private final JdbcClient jdbc;

    OrderAddressRepository(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Orders by id, from the first one after {@code after}. */
    List<Row> page(OrderTables tables, long after, int most) {
        return jdbc.sql(tables.in("select id, placed_at_ms from orders where id > :after order by id limit :most"))
                .param("after", after)
                .param("most", most)
                .query((row, number) -> new Row(row.getLong("id"), row.getLong("placed_at_ms")))
                .list();
    }

    /** Erases those of these orders that were placed before this and have ended; answers how many. */
    int erase(OrderTables tables, List<Row> orders, long beforeMs) {
        return jdbc.sql("""
                update %s set address = ''
                 where id in (:ids) and placed_at_ms < :before and address <> ''
                   and status in ('CLOSED', 'REFUNDED', 'SHIPPED', 'FINISHED', 'REJECTED', 'ABANDONED')
                """.formatted(tables == OrderTables.PAST ? "past_orders" : "orders"))
                .param("ids", orders.stream().map(Row::id).toList())
                .param("before", beforeMs)
                .update();
    }

    record Row(long id, long placedAtMs) {}
}
