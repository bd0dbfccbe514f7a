package stampede.load;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/** Orders of sales long past, unpaid and closed, with all rows that they leave behind; so the tables are as large as a shop's. */
final class PastOrders {

    /** At once, as the numbers are a text on the way. */
    private static final int MOST = 100_000;

    /** Each sale had a thousand orders. */
    private static final List<String> FILL = List.of("""
            insert into orders (id, offer_id, shopper_id, product_name, units, unit_price_fen, total_fen, status, address,
                                holds_units, reserved_at_ms, placed_at_ms, expires_at_ms, closed_at_ms, close_reason)
            select seq, 1 + seq div 1000, seq, 'Past', 1, 100, 100, 'CLOSED', 'Stress Road 8, Hangzhou', 0, seq, seq, seq, seq,
                   'EXPIRED'
              from (select ? + seq as seq from %s) past
            """, """
            insert into order_event (order_id, from_status, to_status, at_ms, who)
            select seq, null, 'AWAITING_PAYMENT', seq, 'worker' from (select ? + seq as seq from %s) past
            """, """
            insert into order_event (order_id, from_status, to_status, at_ms, who)
            select seq, 'AWAITING_PAYMENT', 'CLOSED', seq, 'closer' from (select ? + seq as seq from %s) past
            """, """
            insert into stock_movement (offer_id, kind, delta, order_id, at_ms)
            select 1 + seq div 1000, 'TAKE', -1, seq, seq from (select ? + seq as seq from %s) past
            """, """
            insert into stock_movement (offer_id, kind, delta, order_id, at_ms)
            select 1 + seq div 1000, 'RETURN', 1, seq, seq from (select ? + seq as seq from %s) past
            """, """
            insert into stock_quota (offer_id, shopper_id, used)
            select 1 + seq div 1000, seq, 0 from (select ? + seq as seq from %s) past
            """);

    private PastOrders() {}

    /** Adds as many as are missing. */
    static void upTo(int orders, StressPlan plan) throws SQLException {
        try (var connection =
                        DriverManager.getConnection(plan.databaseUrl(), plan.databaseUser(), plan.databasePassword());
                var count = connection.createStatement();
                var there = count.executeQuery("select coalesce(max(id), 0) from orders where product_name = 'Past'")) {
            there.next();
            for (var last = there.getInt(1); last < orders; last += MOST) {
                for (var fill : FILL) {
                    var numbers = numbers(Math.min(MOST, orders - last));
                    try (var insert = connection.prepareStatement(fill.formatted(numbers))) {
                        insert.setLong(1, last);
                        insert.executeUpdate();
                    }
                }
            }
        }
    }

    /** From 1 to the last, as a table; in words that MariaDB and MySQL both understand. What lies there for tests is not at hand here. */
    private static String numbers(int last) {
        return "json_table(concat('[0', repeat(',0', %d), ']'), '$[*]' columns (seq for ordinality)) numbers"
                .formatted(last - 1);
    }
}
