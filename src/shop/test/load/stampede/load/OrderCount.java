package stampede.load;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The orders of an offer as the database has them, looked at past the shop.
 *
 * @param placed orders that got units
 * @param held units they have
 * @param refused reservations that became no order: tombstones
 * @param doubled shoppers with more than one order
 * @param spanMs from the first order placed to the last, in milliseconds
 */
record OrderCount(long placed, long held, long refused, long doubled, long spanMs) {

    private static final String COUNT = """
            select count(case when holds_units = 1 then 1 end),
                   coalesce(sum(case when holds_units = 1 then units end), 0),
                   count(case when status in ('REJECTED', 'ABANDONED') then 1 end),
                   count(case when holds_units = 1 then 1 end) - count(distinct case when holds_units = 1 then shopper_id end),
                   coalesce(max(placed_at_ms) - min(placed_at_ms), 0)
              from orders
             where offer_id = ?
            """;

    static OrderCount of(StressPlan plan, String offer) throws SQLException {
        try (var connection =
                        DriverManager.getConnection(plan.databaseUrl(), plan.databaseUser(), plan.databasePassword());
                var count = connection.prepareStatement(COUNT)) {
            count.setLong(1, Long.parseLong(offer));
            try (var row = count.executeQuery()) {
                row.next();
                return new OrderCount(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5));
            }
        }
    }

    /** Orders of all offers that ought to be closed, because nobody paid in time, and are not. */
    static long overdue(StressPlan plan) throws SQLException {
        try (var connection =
                        DriverManager.getConnection(plan.databaseUrl(), plan.databaseUser(), plan.databasePassword());
                var row = connection.createStatement().executeQuery("""
                        select count(*) from orders
                         where status in ('AWAITING_PAYMENT', 'CLOSING')
                           and expires_at_ms < floor(unix_timestamp(now(3)) * 1000)
                        """)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** The shoppers of the first orders of an offer, by order. */
    static Map<Long, Long> some(StressPlan plan, String offer, int most) throws SQLException {
        try (var connection =
                        DriverManager.getConnection(plan.databaseUrl(), plan.databaseUser(), plan.databasePassword());
                var orders = connection.prepareStatement(
                        "select id, shopper_id from orders where offer_id = ? order by id limit " + most)) {
            orders.setLong(1, Long.parseLong(offer));
            var shoppers = new LinkedHashMap<Long, Long>();
            try (var row = orders.executeQuery()) {
                while (row.next()) {
                    shoppers.put(row.getLong(1), row.getLong(2));
                }
            }
            return shoppers;
        }
    }

    /** Orders a second; a batch shares one instant, so the span is taken to be at least as long as a clock can tell. */
    double perSecond() {
        return placed * 1000.0 / Math.max(1, spanMs);
    }
}
