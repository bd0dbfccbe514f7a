package stampede.privacy;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import stampede.account.AccountId;
import stampede.pastsale.OrderTables;

/** Reads what the shop keeps about an account where its own modules show less, page by page and as it is written down. */
@Repository
class PersonalDataRepository {

    /** Some hundred bytes each. */
    static final int PAGE = 200;

    private static final String TOMBSTONES = "('REJECTED', 'ABANDONED')";

    private final JdbcClient sql;

    PersonalDataRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /** Holds the account until the caller's transaction ends. */
    void hold(AccountId account) {
        sql.sql("select id from account where id = :account for update")
                .param("account", account.value())
                .query(Long.class)
                .optional();
    }

    /** Statuses of orders that have not ended, of which none is of a past sale. */
    boolean isAnyOrder(AccountId account, String... statuses) {
        return !sql.sql(
                        "select id from orders where shopper_id = :account and status in (:statuses) and total_fen > 0 limit 1")
                .param("account", account.value())
                .param("statuses", List.of(statuses))
                .query(Long.class)
                .list()
                .isEmpty();
    }

    /** Whether money of any of their orders is to go back, or an operator has to decide whether it is. */
    boolean isMoneyToRefund(AccountId account) {
        return !sql.sql("""
                select refund.id from refund join orders on orders.id = refund.order_id
                 where orders.shopper_id = :account and refund.state in ('ASKED', 'DUE', 'STUCK') limit 1
                """)
                .param("account", account.value())
                .query(Long.class)
                .list()
                .isEmpty();
    }

    Map<String, Object> account(AccountId account) {
        return sql.sql("select id, username, role, created_ms, last_sign_in_ms from account where id = :account")
                .param("account", account.value())
                .query((row, number) -> fields(
                        "id", row.getString("id"),
                        "username", row.getString("username"),
                        "role", row.getString("role"),
                        "opened", instant(row, "created_ms"),
                        "lastSignIn", instant(row, "last_sign_in_ms")))
                .single();
    }

    /** Orders of an account by their numbers, from the first one after {@code after} on; coupons are among them. */
    List<Numbered> orders(AccountId account, long after) {
        return numbered(
                "not in",
                account,
                after,
                (row, number) -> fields(
                        "id", row.getString("id"),
                        "offer", row.getString("offer_id"),
                        "product", row.getString("product_name"),
                        "productEnglish", row.getString("product_name_en"),
                        "units", row.getInt("units"),
                        "unitPriceFen", row.getLong("unit_price_fen"),
                        "totalFen", row.getLong("total_fen"),
                        "status", row.getString("status"),
                        "address", row.getString("address"),
                        "reserved", instant(row, "reserved_at_ms"),
                        "placed", instant(row, "placed_at_ms"),
                        "payBy", instant(row, "expires_at_ms"),
                        "paid", instant(row, "paid_at_ms"),
                        "closed", instant(row, "closed_at_ms"),
                        "carrier", row.getString("carrier"),
                        "parcel", row.getString("number"),
                        "shipped", instant(row, "shipped_ms")));
    }

    /** The same of purchases that never became an order. */
    List<Numbered> refused(AccountId account, long after) {
        return numbered(
                "in",
                account,
                after,
                (row, number) -> fields(
                        "id", row.getString("id"),
                        "offer", row.getString("offer_id"),
                        "units", row.getInt("units"),
                        "status", row.getString("status"),
                        "reason", row.getString("reject_reason"),
                        "reserved", instant(row, "reserved_at_ms")));
    }

    /** What the account wants to be told of, and what it was told of lately; an account has at most 500. */
    List<Map<String, Object>> reminders(AccountId account) {
        return sql.sql("select kind, slot_id, nullif(offer_id, 0) as offer_id, set_ms, told_ms from reminder"
                        + " where account_id = :account order by set_ms")
                .param("account", account.value())
                .query((row, number) -> fields(
                        "kind", row.getString("kind"),
                        "slot", row.getString("slot_id"),
                        "offer", row.getString("offer_id"),
                        "set", instant(row, "set_ms"),
                        "told", instant(row, "told_ms")))
                .list();
    }

    private List<Numbered> numbered(String isTombstone, AccountId account, long after, RowFields fields) {
        return sql.sql(OrderTables.either("select orders.*, shipment.carrier, shipment.number, shipment.shipped_ms"
                                + " from orders left join shipment on shipment.order_id = orders.id"
                                + " where orders.shopper_id = :account and orders.id > :after and orders.status "
                                + isTombstone + " " + TOMBSTONES + " order by orders.id limit :most")
                        + " order by id limit :most")
                .param("account", account.value())
                .param("after", after)
                .param("most", PAGE)
                .query((row, number) -> new Numbered(row.getLong("id"), fields.of(row, number)))
                .list();
    }

    /** What was paid for these orders, the oldest first. */
    List<Map<String, Object>> payments(Collection<Long> orders) {
        return sql.sql("select order_id, trade_no, amount_fen, state, received_at_ms from payment"
                        + " where order_id in (:orders) order by id limit 1000")
                .param("orders", orders)
                .query((row, number) -> fields(
                        "order", row.getString("order_id"),
                        "tradeNo", row.getString("trade_no"),
                        "amountFen", row.getLong("amount_fen"),
                        "state", row.getString("state"),
                        "received", instant(row, "received_at_ms")))
                .list();
    }

    /** What went back for these orders, or is to, the oldest first. */
    List<Map<String, Object>> refunds(Collection<Long> orders) {
        return sql.sql("select order_id, amount_fen, reason, state, words, requested_at_ms, done_at_ms from refund"
                        + " where order_id in (:orders) order by id limit 1000")
                .param("orders", orders)
                .query((row, number) -> fields(
                        "order", row.getString("order_id"),
                        "amountFen", row.getLong("amount_fen"),
                        "reason", row.getString("reason"),
                        "state", row.getString("state"),
                        "words", row.getString("words"),
                        "asked", instant(row, "requested_at_ms"),
                        "done", instant(row, "done_at_ms")))
                .list();
    }

    private static Object instant(ResultSet row, String column) throws SQLException {
        var ms = row.getLong(column);
        return row.wasNull() ? "" : Instant.ofEpochMilli(ms).toString();
    }

    /** What is null or empty is left out. */
    static Map<String, Object> fields(Object... namesAndValues) {
        var fields = new LinkedHashMap<String, Object>();
        for (var at = 0; at < namesAndValues.length; at += 2) {
            var value = namesAndValues[at + 1];
            if (value != null && !value.equals("")) {
                fields.put((String) namesAndValues[at], value);
            }
        }
        return fields;
    }

    /** Makes fields of a row. */
    private interface RowFields {
        Map<String, Object> of(ResultSet row, int number) throws SQLException;
    }

    /** What is written of a row, and its number, from which the next page goes on. */
    record Numbered(long id, Map<String, Object> fields) {}
}
