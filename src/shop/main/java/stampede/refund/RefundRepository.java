package stampede.refund;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.money.Money;
import stampede.order.OrderId;

/** The table of refunds. Whoever changes what an order owes holds the order's row while doing so, and takes it before rows
 * of refunds, so that no two wait for each other. */
@Component
public class RefundRepository {

    private final JdbcClient sql;

    public RefundRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /** Writes a new refund under the order's next number; the order must be locked. */
    public Refund add(Draft draft, Refund.State state, Instant now, Optional<Instant> firstTry) {
        var number = sql.sql("select coalesce(max(number), 0) + 1 from refund where order_id = :order")
                .param("order", draft.order().value())
                .query(Integer.class)
                .single();
        var requestNo = "R-" + draft.order() + "-" + number;
        sql.sql("""
                insert into refund (out_request_no, order_id, number, trade_no, amount_fen, reason, state, asked_by, words,
                                    decided_by, attempts, requested_at_ms, next_try_at_ms)
                values (:requestNo, :order, :number, :trade, :amount, :reason, :state, :askedBy, :words, :decidedBy, 0, :now, :next)
                """)
                .param("requestNo", requestNo)
                .param("order", draft.order().value())
                .param("number", number)
                .param("trade", draft.tradeNo())
                .param("amount", draft.amount().fen())
                .param("reason", draft.reason().name())
                .param("state", state.name())
                .param("askedBy", draft.askedBy())
                .param("words", draft.words())
                .param("decidedBy", draft.decidedBy().orElse(null))
                .param("now", now.toEpochMilli())
                .param("next", firstTry.map(Instant::toEpochMilli).orElse(null))
                .update();
        return find(requestNo).orElseThrow();
    }

    public Optional<Refund> find(String requestNo) {
        return sql.sql("select * from refund where out_request_no = :requestNo")
                .param("requestNo", requestNo)
                .query(RefundRepository::refund)
                .optional();
    }

    /** Those of these orders, oldest first. */
    public List<Refund> of(Collection<OrderId> orders) {
        if (orders.isEmpty()) {
            return List.of();
        }
        return sql.sql("select * from refund where order_id in (:orders) order by id")
                .param("orders", orders.stream().map(OrderId::value).toList())
                .query(RefundRepository::refund)
                .list();
    }

    /** When the trade may be told of a refund: Alipay wants a pause between two. */
    Instant earliest(String tradeNo, Instant now, Duration pause) {
        var told = sql.sql("select max(called_at_ms) from refund where trade_no = :trade")
                .param("trade", tradeNo)
                .query(Long.class)
                .optional();
        return told.map(last -> Instant.ofEpochMilli(last).plus(pause))
                .filter(now::isBefore)
                .orElse(now);
    }

    /** Makes it due, from the next try on at that time; it begins with telling Alipay. */
    boolean grant(String requestNo, String decidedBy, Instant firstTry) {
        return sql.sql("""
                        update refund set state = 'DUE', decided_by = :who, next_try_at_ms = :next
                         where out_request_no = :requestNo and state = 'ASKED'
                        """)
                        .param("who", decidedBy)
                        .param("next", firstTry.toEpochMilli())
                        .param("requestNo", requestNo)
                        .update()
                == 1;
    }

    public boolean decline(String requestNo, String decidedBy, String words) {
        return sql.sql("""
                        update refund set state = 'DECLINED', decided_by = :who, last_answer = :words
                         where out_request_no = :requestNo and state = 'ASKED'
                        """)
                        .param("who", decidedBy)
                        .param("words", words)
                        .param("requestNo", requestNo)
                        .update()
                == 1;
    }

    /** Makes one that got stuck due again. */
    boolean makeDue(String requestNo, Instant nextTry) {
        return sql.sql("""
                        update refund set state = 'DUE', called_at_ms = null, next_try_at_ms = :next
                         where out_request_no = :requestNo and state = 'STUCK'
                        """)
                        .param("next", nextTry.toEpochMilli())
                        .param("requestNo", requestNo)
                        .update()
                == 1;
    }

    public static Refund refund(ResultSet row, int number) throws SQLException {
        return new Refund(
                row.getString("out_request_no"),
                new OrderId(row.getLong("order_id")),
                row.getString("trade_no"),
                new Money(row.getLong("amount_fen")),
                Refund.Reason.valueOf(row.getString("reason")),
                Refund.State.valueOf(row.getString("state")),
                row.getString("asked_by"),
                row.getString("words"),
                Optional.ofNullable(row.getString("decided_by")),
                row.getInt("attempts"),
                Optional.ofNullable(row.getString("last_answer")),
                Instant.ofEpochMilli(row.getLong("requested_at_ms")),
                Optional.ofNullable(row.getObject("done_at_ms", Long.class)).map(Instant::ofEpochMilli));
    }

    /**
     * A refund before it has a number.
     *
     * @param askedBy such as {@code shopper:42}; {@code payment} where the shop does it by itself
     * @param words what they say, or empty
     * @param decidedBy who decided, if it needs no more decision
     */
    public record Draft(
            OrderId order,
            String tradeNo,
            Money amount,
            Refund.Reason reason,
            String askedBy,
            String words,
            Optional<String> decidedBy) {}
}
