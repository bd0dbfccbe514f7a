package stampede.reminder;

import java.time.Instant;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import stampede.catalog.OfferId;
import stampede.reminder.UnpaidOrders.Tally;

/** Asks the table {@code orders} what may come back. */
@Repository
class UnpaidOrderRepository {

    private final JdbcClient sql;

    UnpaidOrderRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /** Of all orders the few minutes' worth that wait are looked at, by the index of what is due. */
    Optional<Tally> count(OfferId offer) {
        return sql.sql("""
                select count(*) waiting, max(expires_at_ms) until from orders
                 where status = 'AWAITING_PAYMENT' and offer_id = :offer
                """)
                .param("offer", offer.value())
                .query((row, number) -> new Counted(row.getInt("waiting"), row.getLong("until")))
                .optional()
                .filter(counted -> counted.orders() > 0)
                .map(counted -> new Tally(counted.orders(), Instant.ofEpochMilli(counted.untilMs())));
    }

    private record Counted(int orders, long untilMs) {}
}
