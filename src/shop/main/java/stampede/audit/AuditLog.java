package stampede.audit;

import com.google.common.base.Ascii;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
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
    private static final int LONGEST_REASON = 200;

    private final JdbcClient sql;
    private final Clock clock;

    AuditLog(JdbcClient sql, Clock clock) {
        this.sql = sql;
        this.clock = clock;
    }

    /** Appends a row without a reason, inside the caller's transaction; the parameters are those of {@link Act}. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void write(String who, String action, String subject, Change change, String detail) {
        write(new Act(who, action, subject, "", detail), change);
    }

    /** Appends a row, inside the caller's transaction. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void write(Act act, Change change) {
        sql.sql("""
                insert into operator_audit
                  (at_ms, who, action, subject, value_before, value_after, detail, reason, address, trace_id)
                values (:now, :who, :action, :subject, :before, :after, :detail, :reason, :address, :trace)
                """)
                .param("now", clock.millis())
                .param("who", act.who())
                .param("action", act.action())
                .param("subject", Ascii.truncate(act.subject(), LONGEST_SUBJECT, ""))
                .param("before", Ascii.truncate(change.before(), LONGEST_TEXT, ""))
                .param("after", Ascii.truncate(change.after(), LONGEST_TEXT, ""))
                .param("detail", Ascii.truncate(act.detail(), LONGEST_TEXT, ""))
                .param("reason", act.reason().isEmpty() ? null : Ascii.truncate(act.reason(), LONGEST_REASON, ""))
                .param("address", RequestAddress.current().orElse(null))
                .param("trace", Trace.current().map(Trace::id).orElse(null))
                .update();
    }

    /**
     * What somebody does. No part of it holds a secret, an address or a link that lets somebody in.
     *
     * @param who such as {@code operator:3} or {@code system:finish}, at most 64 characters
     * @param action in capitals, such as {@code REFUND_APPROVED}, at most 40 characters
     * @param subject what it is done to, such as {@code order:708540021337}; cut after 100 characters
     * @param reason in their words; empty where none was asked for, cut after 200 characters
     * @param detail the rest, in words; cut after 500 characters
     */
    public record Act(String who, String action, String subject, String reason, String detail) {

        public Act(String who, String action, String subject) {
            this(who, action, subject, "", "");
        }

        /** The same with a reason. */
        public Act because(String words) {
            return new Act(who, action, subject, words, detail);
        }
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

        /** Those fields that differ, a line {@code name: value} each; a field that one side lacks is empty there. */
        public static Change ofFields(Map<String, ?> before, Map<String, ?> after) {
            var names = new LinkedHashSet<String>(before.keySet());
            names.addAll(after.keySet());
            names.removeIf(name -> text(before, name).equals(text(after, name)));
            return new Change(lines(names, before), lines(names, after));
        }

        private static String lines(Set<String> names, Map<String, ?> values) {
            return names.stream().map(name -> name + ": " + text(values, name)).collect(Collectors.joining("\n"));
        }

        private static String text(Map<String, ?> values, String name) {
            return Objects.toString(values.get(name), "");
        }

        /** Whether anything changed. */
        public boolean isChange() {
            return !before.equals(after);
        }
    }
}
