package stampede.support;

import java.time.Clock;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Who decided what: a line for each act of an operator, written in the transaction that does it and never changed. */
@Component
public class AuditLog {

    private final JdbcClient sql;
    private final Clock clock;

    AuditLog(JdbcClient sql, Clock clock) {
        this.sql = sql;
        this.clock = clock;
    }

    /**
     * Appends a line, inside the caller's transaction.
     *
     * @param who such as {@code operator:3}, at most 64 characters
     * @param action what was done, in capitals, such as {@code REFUND_APPROVED}, at most 40 characters
     * @param subject what it was done to, such as {@code order:708540021337}, at most 100 characters
     * @param detail the rest, in words; cut after 500 characters
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void write(String who, String action, String subject, String detail) {
        sql.sql(
                        "insert into operator_audit (at_ms, who, action, subject, detail) values (:now, :who, :action, :subject, :detail)")
                .param("now", clock.millis())
                .param("who", who)
                .param("action", action)
                .param("subject", subject)
                .param("detail", detail.length() > 500 ? detail.substring(0, 500) : detail)
                .update();
    }
}
