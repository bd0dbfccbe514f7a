package stampede.order;

import java.time.Duration;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Erases the addresses of orders that ended long ago, because nobody needs to know for ever where a parcel went. What was bought, and for
 * how much, stays. An order that still has a way to go keeps its address however old it is.
 */
@Component
class AddressRetention {

    private static final int PAGE = 2_000;

    private static final String ERASE = """
            update orders set address = ''
             where id in (:ids) and placed_at_ms < :before and address <> ''
               and status in ('CLOSED', 'REFUNDED', 'SHIPPED', 'FINISHED', 'REJECTED', 'ABANDONED')
            """;

    private final JdbcClient sql;
    private final DatabaseClock clock;
    private final Duration keep;

    AddressRetention(JdbcClient sql, DatabaseClock clock, OrderProperties properties) {
        this.sql = sql;
        this.clock = clock;
        this.keep = properties.keepAddresses();
    }

    /**
     * Walks through the orders from the oldest on, page by page and without a transaction around it all, up to the first page in
     * which all are young: ids grow with time.
     *
     * @return how many addresses were taken out
     */
    int erase() {
        var before = clock.nowMs() - keep.toMillis();
        var erased = 0;
        var page = page(0);
        while (page.stream().anyMatch(row -> row.placedAtMs() < before)) {
            erased += sql.sql(ERASE)
                    .param("ids", page.stream().map(Row::id).toList())
                    .param("before", before)
                    .update();
            page = page(page.get(page.size() - 1).id());
        }
        return erased;
    }

    private List<Row> page(long after) {
        return sql.sql("select id, placed_at_ms from orders where id > :after order by id limit :most")
                .param("after", after)
                .param("most", PAGE)
                .query((row, number) -> new Row(row.getLong("id"), row.getLong("placed_at_ms")))
                .list();
    }

    private record Row(long id, long placedAtMs) {}
}
