package stampede.stock;

import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

    /** @param addresses under which units are given back to their addresses later; none for most offers */
    void take(Collection<Reservation> reservations, Map<ReservationId, AddressKey> addresses) {
        if (addresses.isEmpty()) {
            ofOrders(
                    "insert into stock_movement (offer_id, delta, order_id, at_ms, kind) values (?, ?, ?, ?, 'TAKE')",
                    reservations,
                    -1);
            return;
        }
        var now = clock.millis();
        jdbc.batchUpdate(
                """
                insert into stock_movement (offer_id, delta, order_id, at_ms, kind, address_key)
                values (?, ?, ?, ?, 'TAKE', unhex(?))
                """,
                reservations.stream()
                        .map(reservation -> new Object[] {
                            reservation.offer().value(),
                            -reservation.units(),
                            reservation.id().value(),
                            now,
                            Optional.ofNullable(addresses.get(reservation.id()))
                                    .map(AddressKey::hex)
                                    .orElse(null)
                        })
                        .toList());
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
    Taken takenForUpdate(Collection<Reservation> reservations) {
        if (reservations.isEmpty()) {
            return new Taken(Set.of(), Map.of());
        }
        var orders = new HashSet<ReservationId>();
        var addresses = new HashMap<ReservationId, AddressKey>();
        sql.sql("""
                select order_id, hex(address_key) as address_key from stock_movement
                 where kind = 'TAKE' and order_id in (:orders) order by order_id
                   for update
                """).param("orders", ids(reservations)).query(row -> {
            var order = new ReservationId(row.getLong("order_id"));
            orders.add(order);
            Optional.ofNullable(row.getString("address_key"))
                    .ifPresent(address -> addresses.put(order, new AddressKey(address)));
        });
        sql.sql("select order_id from stock_movement where kind = 'RETURN' and order_id in (:orders)")
                .param("orders", ids(reservations))
                .query((row, number) -> new ReservationId(row.getLong("order_id")))
                .list()
                .forEach(orders::remove);
        return new Taken(orders, addresses);
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

    /**
     * What orders have taken and not put back.
     *
     * @param orders those that have
     * @param addresses what their units were counted under, for those whose offer limits addresses
     */
    record Taken(Set<ReservationId> orders, Map<ReservationId, AddressKey> addresses) {}
}
