package stampede.paymentadmin;

import com.google.common.collect.Lists;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.money.Money;
import stampede.paymentadmin.Reconciliation.Difference;
import stampede.paymentadmin.Reconciliation.Sums;

/** The days that were compared with the bill, and our side of such a comparison. */
@Component
class ReconciliationRepository {

    private static final int AT_A_TIME = 500;

    /** A refund can be on its way for as long as Alipay takes refunds for a trade. */
    private static final Duration LONGEST_REFUND = Duration.ofDays(100);

    private static final Duration CLOCKS_DIFFER = Duration.ofHours(1);

    private final JdbcClient sql;

    ReconciliationRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /** Our payments of these trades. */
    List<Booked> payments(Collection<String> tradeNos) {
        return inParts(tradeNos, "select * from payment where trade_no in (:keys)", ReconciliationRepository::payment);
    }

    /** Our payments made in this time, by Alipay's word or else by when we learned of them. */
    List<Booked> payments(Instant from, Instant to) {
        return sql.sql("""
                        select * from payment
                         where received_at_ms >= :earliest
                           and coalesce(paid_at_ms, received_at_ms) >= :from and coalesce(paid_at_ms, received_at_ms) < :to
                        """)
                .param("earliest", from.minus(CLOCKS_DIFFER).toEpochMilli())
                .param("from", from.toEpochMilli())
                .param("to", to.toEpochMilli())
                .query(ReconciliationRepository::payment)
                .list();
    }

    /** Our refunds of these request numbers, whatever their state. */
    List<Booked> refunds(Collection<String> requestNos) {
        return inParts(
                requestNos, "select * from refund where out_request_no in (:keys)", ReconciliationRepository::refund);
    }

    /** Our refunds that were known to have gone back in this time. */
    List<Booked> refunds(Instant from, Instant to) {
        return sql.sql("""
                        select * from refund
                         where requested_at_ms >= :earliest and state = 'DONE' and done_at_ms >= :from and done_at_ms < :to
                        """)
                .param("earliest", from.minus(LONGEST_REFUND).toEpochMilli())
                .param("from", from.toEpochMilli())
                .param("to", to.toEpochMilli())
                .query(ReconciliationRepository::refund)
                .list();
    }

    /** Puts the outcome in the place of an earlier one of the same day; in the caller's transaction. */
    void save(Reconciliation outcome) {
        sql.sql("delete from reconciliation where day = :day")
                .param("day", outcome.day())
                .update();
        sql.sql("""
                insert into reconciliation (day, run_at_ms, who, bill_payments, bill_paid_fen, bill_refunds, bill_back_fen,
                                            our_payments, our_paid_fen, our_refunds, our_back_fen, differences)
                values (:day, :runAt, :who, :billPayments, :billPaid, :billRefunds, :billBack,
                        :ourPayments, :ourPaid, :ourRefunds, :ourBack, :differences)
                """)
                .param("day", outcome.day())
                .param("runAt", outcome.runAt().toEpochMilli())
                .param("who", outcome.who())
                .param("billPayments", outcome.bill().payments())
                .param("billPaid", outcome.bill().paid().fen())
                .param("billRefunds", outcome.bill().refunds())
                .param("billBack", outcome.bill().back().fen())
                .param("ourPayments", outcome.ours().payments())
                .param("ourPaid", outcome.ours().paid().fen())
                .param("ourRefunds", outcome.ours().refunds())
                .param("ourBack", outcome.ours().back().fen())
                .param("differences", outcome.found())
                .update();
        sql.sql("delete from reconciliation_difference where day = :day")
                .param("day", outcome.day())
                .update();
        outcome.differences().forEach(difference -> save(outcome.day(), difference));
    }

    private void save(LocalDate day, Difference difference) {
        sql.sql("""
                insert into reconciliation_difference (day, kind, trade_no, order_no, bill_fen, our_fen, detail)
                values (:day, :kind, :trade, :order, :bill, :ours, :detail)
                """)
                .param("day", day)
                .param("kind", difference.kind().name())
                .param("trade", difference.tradeNo())
                .param("order", difference.orderNo())
                .param("bill", difference.bill().map(Money::fen).orElse(null))
                .param("ours", difference.ours().map(Money::fen).orElse(null))
                .param("detail", difference.detail())
                .update();
    }

    Optional<Reconciliation> find(LocalDate day) {
        return sql.sql("select * from reconciliation where day = :day")
                .param("day", day)
                .query(this::outcome)
                .optional();
    }

    /** Newest day first. */
    List<Reconciliation> newest(int days) {
        return sql.sql("select * from reconciliation order by day desc limit :days")
                .param("days", days)
                .query(this::outcome)
                .list();
    }

    /** When each day from this one on was compared. */
    Map<LocalDate, Instant> runs(LocalDate from) {
        var runs = new HashMap<LocalDate, Instant>();
        sql.sql("select day, run_at_ms from reconciliation where day >= :from")
                .param("from", from)
                .query(row -> {
                    runs.put(row.getObject("day", LocalDate.class), Instant.ofEpochMilli(row.getLong("run_at_ms")));
                });
        return runs;
    }

    /** The first day that was ever compared. */
    Optional<LocalDate> firstDay() {
        return sql.sql("select day from reconciliation order by day limit 1")
                .query(LocalDate.class)
                .optional();
    }

    private Reconciliation outcome(ResultSet row, int number) throws SQLException {
        var day = row.getObject("day", LocalDate.class);
        return new Reconciliation(
                day,
                Instant.ofEpochMilli(row.getLong("run_at_ms")),
                row.getString("who"),
                sums(row, "bill"),
                sums(row, "our"),
                row.getInt("differences"),
                differences(day));
    }

    private List<Difference> differences(LocalDate day) {
        return sql.sql("select * from reconciliation_difference where day = :day order by id")
                .param("day", day)
                .query((row, number) -> new Difference(
                        Difference.Kind.valueOf(row.getString("kind")),
                        row.getString("trade_no"),
                        row.getString("order_no"),
                        money(row, "bill_fen"),
                        money(row, "our_fen"),
                        row.getString("detail")))
                .list();
    }

    private static Sums sums(ResultSet row, String whose) throws SQLException {
        return new Sums(
                row.getInt(whose + "_payments"),
                new Money(row.getLong(whose + "_paid_fen")),
                row.getInt(whose + "_refunds"),
                new Money(row.getLong(whose + "_back_fen")));
    }

    private static Optional<Money> money(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, Long.class)).map(Money::new);
    }

    private List<Booked> inParts(Collection<String> keys, String query, RowMapper<Booked> mapper) {
        var found = new ArrayList<Booked>();
        for (var some : Lists.partition(List.copyOf(keys), AT_A_TIME)) {
            found.addAll(sql.sql(query).param("keys", some).query(mapper).list());
        }
        return found;
    }

    private static Booked payment(ResultSet row, int number) throws SQLException {
        return new Booked(
                row.getString("trade_no"),
                row.getString("trade_no"),
                row.getString("order_id"),
                new Money(row.getLong("amount_fen")),
                true,
                row.getString("state"),
                Instant.ofEpochMilli(row.getObject("paid_at_ms", Long.class) == null ? 0 : row.getLong("paid_at_ms")));
    }

    private static Booked refund(ResultSet row, int number) throws SQLException {
        return new Booked(
                row.getString("out_request_no"),
                row.getString("trade_no"),
                row.getString("out_request_no"),
                new Money(row.getLong("amount_fen")),
                row.getString("state").equals("DONE"),
                row.getString("state"),
                Instant.ofEpochMilli(row.getLong("requested_at_ms")));
    }

    /**
     * A payment or refund in our books.
     *
     * @param key what a line of the bill has as well: the trade's number or the refund's
     * @param tradeNo Alipay's number
     * @param orderNo ours
     * @param amount how much
     * @param moved whether we say that the money has moved
     * @param state in our words
     * @param notBefore Alipay cannot have moved it earlier
     */
    record Booked(
            String key, String tradeNo, String orderNo, Money amount, boolean moved, String state, Instant notBefore) {}
}
