package stampede.console;

import java.security.Principal;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationCredentialsNotFoundException;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Component;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.audit.AuditedActs;
import stampede.monitor.MonitorAudit;

/** What operators do to tasks and queues, each act with its row in the audit log. */
@Component
class AuditedActions implements MonitorAudit {

    private final AuditedActs acts;

    AuditedActions(AuditedActs acts) {
        this.acts = acts;
    }

    @Override
    public boolean run(
            @Nullable Principal who, String action, String subject, String detail, Supplier<Optional<Change>> work) {
        return acts.run(act(who, action, subject, detail), () -> {
            var change = work.get().map(changed -> new AuditLog.Change(changed.before(), changed.after()));
            return new AuditedActs.Done<>(change.isPresent(), change);
        });
    }

    @Override
    public long runCounting(@Nullable Principal who, String action, String subject, String detail, LongSupplier work) {
        return acts.runCounting(act(who, action, subject, detail), work);
    }

    private static AuditLog.Act act(@Nullable Principal who, String action, String subject, String detail) {
        return new AuditLog.Act(signedIn(who).who(), action, subject, "", detail);
    }

    private static SignedIn signedIn(@Nullable Principal who) {
        if (who instanceof Authentication known && known.getPrincipal() instanceof SignedIn account) {
            return account;
        }
        throw new AuthenticationCredentialsNotFoundException("Nobody is signed in");
    }
}
