package stampede.audit;

import java.time.Clock;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import stampede.support.Trace;

/**
 * Who decided what: a row for each act of an operator or a seller, written in the transaction that does it and never changed.
 * The address and the trace are those of the request that the thread serves. Nothing secret belongs here: no password, no
 * token, no key.
 */
@Component
public class AuditLog {

    private static final int LONGEST_TEXT = 500;
    private static final int LONGEST_SUBJECT = 100;

    private final JdbcClient sql;
    private final Clock clock;

    AuditLog(JdbcClient sql, Clock clock) {
        this.sql = sql;
        this.clock = clock;
    }

    /**
     * Appends a row, inside the caller's transaction.
     *
     * @param who such as {@code operator:3}, at most 64 characters
     * @param action what was done, in capitals, such as {@code REFUND_APPROVED}, at most 40 characters
     * @param subject what it was done to, such as {@code order:708540021337}; cut after 100 characters
     * @param change what it was before and what it is now
     * @param detail the rest, in words; cut after 500 characters
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void write(String who, String action, String subject, Change change, String detail) {
        sql.sql("""
                insert into operator_audit (at_ms, who, action, subject, value_before, value_after, detail, address, trace_id)
                values (:now, :who, :action, :subject, :before, :after, :detail, :address, :trace)
                """)
                .param("now", clock.millis())
                .param("who", who)
                .param("action", action)
                .param("subject", cut(subject, LONGEST_SUBJECT))
                .param("before", cut(change.before(), LONGEST_TEXT))
                .param("after", cut(change.after(), LONGEST_TEXT))
                .param("detail", cut(detail, LONGEST_TEXT))
                .param("address", RequestAddress.current().orElse(null))
                .param("trace", Trace.current().map(Trace::id).orElse(null))
                .update();
    }

    private static String cut(String text, int longest) {
        return text.length() > longest ? text.substring(0, longest) : text;
    }

    /**
     * What an act changed, in words or figures; cut after 500 characters each.
     *
     * @param before empty for what was not there
     * @param after empty for what is not there any more
     */
    public record Change(String before, String after) {

        public static Change of(Object before, Object after) {
            return new Change(before.toString(), after.toString());
        }
    }
}
