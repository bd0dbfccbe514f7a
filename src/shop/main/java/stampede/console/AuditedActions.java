package stampede.console;

import java.security.Principal;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationCredentialsNotFoundException;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.monitor.MonitorAudit;

/** What operators do to tasks and queues, each act with its row in the audit log. */
@Component
class AuditedActions implements MonitorAudit {

    private final AuditLog audit;
    private final TransactionTemplate transaction;

    AuditedActions(AuditLog audit, TransactionTemplate transaction) {
        this.audit = audit;
        this.transaction = transaction;
    }

    @Override
    public boolean run(
            @Nullable Principal who, String action, String subject, String detail, Supplier<Optional<Change>> work) {
        var operator = signedIn(who);
        return Boolean.TRUE.equals(transaction.execute(status -> {
            var changed = work.get();
            changed.ifPresent(change -> write(operator, action, subject, change, detail));
            return changed.isPresent();
        }));
    }

    /** The first row is there even if the shop dies meanwhile. */
    @Override
    public long runCounting(@Nullable Principal who, String action, String subject, String detail, LongSupplier work) {
        var operator = signedIn(who);
        transaction.executeWithoutResult(status -> write(operator, action, subject, new Change("", "begins"), detail));
        var count = work.getAsLong();
        transaction.executeWithoutResult(status ->
                write(operator, action, subject, new Change(Long.toString(count), "0"), count + " tasks: " + detail));
        return count;
    }

    private void write(SignedIn operator, String action, String subject, Change change, String detail) {
        audit.write(operator.who(), action, subject, new AuditLog.Change(change.before(), change.after()), detail);
    }

    private static SignedIn signedIn(@Nullable Principal who) {
        if (who instanceof Authentication known && known.getPrincipal() instanceof SignedIn account) {
            return account;
        }
        throw new AuthenticationCredentialsNotFoundException("Nobody is signed in");
    }
}
