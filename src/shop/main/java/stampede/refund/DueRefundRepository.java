package stampede.refund;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.order.OrderId;

/** The rows of refunds that are under way. Each change is one compare-and-set. */
@Component
public class DueRefundRepository {

    private static final String DUE = " from refund where state = 'DUE' and next_try_at_ms <= :now";

    private final JdbcClient sql;

    public DueRefundRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /** The request numbers of those that have been due since then, longest first. */
    List<String> dueSince(Instant then, int limit) {
        return sql.sql("select out_request_no" + DUE + " order by next_try_at_ms limit :limit")
                .param("now", then.toEpochMilli())
                .param("limit", limit)
                .query(String.class)
                .list();
    }

    /** The refund, if its next step is due now. */
    Optional<DueRefund> find(String requestNo, Instant now) {
        return sql.sql("select *" + DUE + " and out_request_no = :requestNo")
                .param("now", now.toEpochMilli())
                .param("requestNo", requestNo)
                .query(DueRefundRepository::due)
                .optional();
    }

    /**
     * Takes the next step upon this caller; until then nobody else takes one. Telling is written down before it is done:
     * whoever finds the row after a crash asks first.
     *
     * @return whether it is this caller's
     */
    boolean lease(DueRefund due, Instant now, Instant until) {
        return sql.sql("""
                        update refund
                           set next_try_at_ms = :until,
                               attempts = attempts + case when called_at_ms is null then 1 else 0 end,
                               called_at_ms = coalesce(called_at_ms, :now)
                         where out_request_no = :requestNo and state = 'DUE' and next_try_at_ms = :due
                        """)
                        .param("until", until.toEpochMilli())
                        .param("now", now.toEpochMilli())
                        .param("requestNo", due.refund().requestNo())
                        .param("due", due.due().toEpochMilli())
                        .update()
                == 1;
    }

    /** Alipay is asked again what became of it. */
    void askAt(DueRefund due, Instant when, String answer) {
        next(due, when, answer, "next_try_at_ms = :when");
    }

    /** Alipay is told again. */
    void tellAt(DueRefund due, Instant when, String answer) {
        next(due, when, answer, "called_at_ms = null, next_try_at_ms = :when");
    }

    private void next(DueRefund due, Instant when, String answer, String change) {
        sql.sql("update refund set last_answer = :answer, " + change
                        + " where out_request_no = :requestNo and state = 'DUE'")
                .param("answer", answer)
                .param("when", when.toEpochMilli())
                .param("requestNo", due.refund().requestNo())
                .update();
    }

    /** It has gone back. Wins over having got stuck: that was an older answer. */
    boolean markDone(DueRefund due, Instant now) {
        return sql.sql("""
                        update refund set state = 'DONE', done_at_ms = :now, next_try_at_ms = null, last_answer = 'DONE'
                         where out_request_no = :requestNo and state in ('DUE', 'STUCK')
                        """)
                        .param("now", now.toEpochMilli())
                        .param("requestNo", due.refund().requestNo())
                        .update()
                == 1;
    }

    boolean markStuck(DueRefund due, String answer) {
        return sql.sql("""
                        update refund set state = 'STUCK', next_try_at_ms = null, last_answer = :answer
                         where out_request_no = :requestNo and state = 'DUE'
                        """)
                        .param("answer", answer)
                        .param("requestNo", due.refund().requestNo())
                        .update()
                == 1;
    }

    /** Whether all that was paid for the order, in time or not, has gone back. */
    boolean allGoneBack(OrderId order) {
        return sql.sql("""
                        select (select coalesce(sum(amount_fen), 0) from payment where order_id = :order)
                             - (select coalesce(sum(amount_fen), 0) from refund where order_id = :order and state = 'DONE')
                        """).param("order", order.value()).query(Long.class).single() <= 0;
    }

    private static DueRefund due(ResultSet row, int number) throws SQLException {
        return new DueRefund(
                RefundRepository.refund(row, number),
                Instant.ofEpochMilli(row.getLong("next_try_at_ms")),
                Optional.ofNullable(row.getObject("called_at_ms", Long.class)).map(Instant::ofEpochMilli));
    }
}
