package stampede.stock;

import java.time.Clock;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;

/** The ledger's lines. Each is written once, in the transaction that changes the balance; unique keys see to that. */
@Component
public class StockMovementRepository {

    private final JdbcTemplate jdbc;
    private final JdbcClient sql;
    private final Clock clock;

    public StockMovementRepository(JdbcTemplate jdbc, JdbcClient sql, Clock clock) {
        this.jdbc = jdbc;
        this.sql = sql;
        this.clock = clock;
    }

    public void init(OfferId offer, int units) {
        ofTotal("INIT", offer, units, 1);
    }

    void adjust(OfferId offer, int difference, long totalVersion) {
        ofTotal("ADJUST", offer, difference, totalVersion);
    }

    void take(Collection<Reservation> reservations) {
        ofOrders(
                "insert into stock_movement (offer_id, delta, order_id, at_ms, kind) values (?, ?, ?, ?, 'TAKE')",
                reservations,
                -1);
    }

    /** Erases lines that this transaction wrote for orders that could not have their units after all. */
    void cancelTakes(Collection<Reservation> reservations) {
        if (!reservations.isEmpty()) {
            sql.sql("delete from stock_movement where kind = 'TAKE' and order_id in (:orders)")
                    .param("orders", ids(reservations))
                    .update();
        }
    }

    void putBack(Collection<Reservation> reservations) {
        ofOrders(
                "insert into stock_movement (offer_id, delta, order_id, at_ms, kind) values (?, ?, ?, ?, 'RETURN')",
                reservations,
                1);
    }

    /** Those that took units and have not put them back; nobody else can put them back before this transaction ends. */
    Set<ReservationId> takenForUpdate(Collection<Reservation> reservations) {
        if (reservations.isEmpty()) {
            return Set.of();
        }
        var taken = orders("""
                select order_id from stock_movement where kind = 'TAKE' and order_id in (:orders) order by order_id
                   for update
                """, reservations);
        taken.removeAll(orders(
                "select order_id from stock_movement where kind = 'RETURN' and order_id in (:orders)", reservations));
        return taken;
    }

    private Set<ReservationId> orders(String query, Collection<Reservation> reservations) {
        return sql
                .sql(query)
                .param("orders", ids(reservations))
                .query((row, number) -> new ReservationId(row.getLong("order_id")))
                .list()
                .stream()
                .collect(Collectors.toCollection(HashSet::new));
    }

    private void ofTotal(String kind, OfferId offer, int delta, long totalVersion) {
        sql.sql("""
                insert into stock_movement (offer_id, kind, delta, total_version, at_ms)
                values (:offer, :kind, :delta, :version, :now)
                """)
                .param("offer", offer.value())
                .param("kind", kind)
                .param("delta", delta)
                .param("version", totalVersion)
                .param("now", clock.millis())
                .update();
    }

    private void ofOrders(String insert, Collection<Reservation> reservations, int sign) {
        var now = clock.millis();
        jdbc.batchUpdate(
                insert,
                reservations.stream()
                        .map(reservation -> new Object[] {
                            reservation.offer().value(),
                            sign * reservation.units(),
                            reservation.id().value(),
                            now
                        })
                        .toList());
    }

    private static List<Long> ids(Collection<Reservation> reservations) {
        return reservations.stream()
                .map(reservation -> reservation.id().value())
                .sorted()
                .toList();
    }
}
