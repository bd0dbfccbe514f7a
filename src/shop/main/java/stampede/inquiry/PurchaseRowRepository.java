package stampede.inquiry;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.order.OrderDetail;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.pastsale.OrderTables;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;

/** What the database has on purchases: their rows, and whatever was written down about one. */
@Component
class PurchaseRowRepository {

    private final JdbcClient sql;

    PurchaseRowRepository(JdbcClient sql) {
        this.sql = sql;
    }

    Optional<PurchaseRow> find(OrderId id) {
        return sql.sql(OrderTables.either("""
                select orders.*, order_ticket.room_id, order_ticket.number
                  from orders
                  left join order_ticket on order_ticket.order_id = orders.id
                 where orders.id = :id
                """))
                .param("id", id.value())
                .query(PurchaseRowRepository::row)
                .optional();
    }

    /** Orders that should have closed before that: their time to pay was over by then, or they had begun to close. Without their tickets. */
    List<PurchaseRow> overdue(Instant before, int most) {
        return Stream.of(
                        overdue("status = 'AWAITING_PAYMENT' and expires_at_ms < :before", before, most),
                        overdue("status = 'CLOSING' and closing_at_ms < :before", before, most))
                .flatMap(List::stream)
                .toList();
    }

    /** The order's steps, oldest first. */
    List<Event> events(OrderId id) {
        return sql.sql(OrderTables.either("select id, to_status, at_ms, who from order_event where order_id = :id")
                        + " order by id")
                .param("id", id.value())
                .query((row, number) -> new Event(
                        OrderStatus.valueOf(row.getString("to_status")),
                        Instant.ofEpochMilli(row.getLong("at_ms")),
                        row.getString("who")))
                .list();
    }

    /** When its units were taken and put back, by the ledger. */
    List<Moved> moves(OrderId id) {
        return sql.sql(OrderTables.either("select id, kind, at_ms from stock_movement where order_id = :id")
                        + " order by id")
                .param("id", id.value())
                .query((row, number) ->
                        new Moved(row.getString("kind").equals("TAKE"), Instant.ofEpochMilli(row.getLong("at_ms"))))
                .list();
    }

    /** When its shopper first went to pay. */
    Optional<Instant> beganToPay(OrderId id) {
        return sql.sql("select first_ms from payment_attempt where order_id = :id")
                .param("id", id.value())
                .query(Long.class)
                .optional()
                .map(Instant::ofEpochMilli);
    }

    /** What operators did about these, oldest first. */
    List<Deed> deeds(Collection<String> subjects) {
        return sql.sql("select at_ms, who, action, detail from operator_audit where subject in (:subjects) order by id")
                .param("subjects", subjects)
                .query((row, number) -> new Deed(
                        Instant.ofEpochMilli(row.getLong("at_ms")),
                        row.getString("who"),
                        row.getString("action"),
                        row.getString("detail")))
                .list();
    }

    private List<PurchaseRow> overdue(String which, Instant before, int most) {
        return sql.sql("select orders.*, null as room_id, 0 as number from orders where " + which + " and "
                        + OfferId.IS_REAL + " limit :most")
                .param("before", before.toEpochMilli())
                .param("most", most)
                .query(PurchaseRowRepository::row)
                .list();
    }

    private static PurchaseRow row(ResultSet row, int number) throws SQLException {
        var status = OrderStatus.valueOf(row.getString("status"));
        var ticket = row.getInt("number");
        return new PurchaseRow(
                new Reservation(
                        new ReservationId(row.getLong("id")),
                        new OfferId(row.getLong("offer_id")),
                        new AccountId(row.getLong("shopper_id")),
                        row.getInt("units"),
                        Instant.ofEpochMilli(row.getLong("reserved_at_ms"))),
                status,
                row.getInt("holds_units") == 1,
                Optional.ofNullable(row.getString(status.isTombstone() ? "reject_reason" : "close_reason")),
                Instant.ofEpochMilli(row.getLong("expires_at_ms")),
                Optional.ofNullable(row.getObject("closing_at_ms", Long.class)).map(Instant::ofEpochMilli),
                Optional.ofNullable(row.getObject("room_id", Long.class))
                        .map(room -> new OrderDetail.Ticket(room, ticket)));
    }

    /** A step of an order. */
    record Event(OrderStatus to, Instant at, String who) {}

    /** A movement of its units: taken or put back. */
    record Moved(boolean taken, Instant at) {}

    /** A line of the audit log. */
    record Deed(Instant at, String who, String action, String detail) {}
}
