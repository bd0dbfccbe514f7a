package stampede.console;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.SignedIn;
import stampede.support.AuditLog;

/** What operators do to tasks and queues, each deed with its line in the audit log. */
@Component
class Deeds {

    private static final int LONGEST_SUBJECT = 100;

    private final AuditLog audit;
    private final TransactionTemplate transaction;

    Deeds(AuditLog audit, TransactionTemplate transaction) {
        this.audit = audit;
        this.transaction = transaction;
    }

    /** Does it and writes it down, both or neither. Answers false, and writes nothing, if it changed nothing. */
    boolean did(SignedIn operator, String action, String subject, String detail, BooleanSupplier deed) {
        return Boolean.TRUE.equals(transaction.execute(status -> {
            var changed = deed.getAsBoolean();
            if (changed) {
                write(operator, action, subject, detail);
            }
            return changed;
        }));
    }

    /** For what is too large for one transaction, or not in the database: a line before, and one that says how many it were. */
    long counted(SignedIn operator, String action, String subject, String detail, LongSupplier deed) {
        transaction.executeWithoutResult(status -> write(operator, action, subject, "begins: " + detail));
        var count = deed.getAsLong();
        transaction.executeWithoutResult(status -> write(operator, action, subject, count + " tasks: " + detail));
        return count;
    }

    private void write(SignedIn operator, String action, String subject, String detail) {
        audit.write("operator:" + operator.id(), action, cut(subject), detail);
    }

    private static String cut(String subject) {
        return subject.length() > LONGEST_SUBJECT ? subject.substring(0, LONGEST_SUBJECT) : subject;
    }
}
