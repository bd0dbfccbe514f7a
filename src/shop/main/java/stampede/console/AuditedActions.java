package stampede.console;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.audit.AuditLog.Change;

/** Runs an operator's action on tasks or queues and writes it to the audit log. */
@Component
public class AuditedActions {

    private final AuditLog audit;
    private final TransactionTemplate transaction;

    AuditedActions(AuditLog audit, TransactionTemplate transaction) {
        this.audit = audit;
        this.transaction = transaction;
    }

    /** Does it and writes it down, both or neither. Answers false, and writes nothing, if it changed nothing. */
    public boolean run(SignedIn operator, String action, String subject, Change change, BooleanSupplier deed) {
        return run(operator, action, subject, "", () -> deed.getAsBoolean() ? Optional.of(change) : Optional.empty());
    }

    /** The same for what says itself what it changed, if anything. */
    public boolean run(
            SignedIn operator, String action, String subject, String detail, Supplier<Optional<Change>> deed) {
        return Boolean.TRUE.equals(transaction.execute(status -> {
            var changed = deed.get();
            changed.ifPresent(change -> audit.write(operator.who(), action, subject, change, detail));
            return changed.isPresent();
        }));
    }

    /**
     * For what is too large for one transaction, or not in the database: a row before, which is there even if the shop dies
     * meanwhile, and one that says to how many it was done.
     */
    public long runCounting(SignedIn operator, String action, String subject, String detail, LongSupplier deed) {
        write(operator, action, subject, new Change("", "begins"), detail);
        var count = deed.getAsLong();
        write(operator, action, subject, new Change(Long.toString(count), "0"), count + " tasks: " + detail);
        return count;
    }

    private void write(SignedIn operator, String action, String subject, Change change, String detail) {
        transaction.executeWithoutResult(status -> audit.write(operator.who(), action, subject, change, detail));
    }
}
