package stampede.signin;

import java.util.Map;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.AccountId;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.audit.AuditLog.Change;
import stampede.audit.SecurityEvent;
import stampede.audit.SecurityEvents;

/**
 * Locks accounts and opens them again. Rows of accounts are never deleted, because orders and the audit log name them: one that is to go is
 * locked for good, and one whose owner deletes it has no name any more ({@link AccountErasure}).
 */
@Service
public class AccountLocks {

    private final SignInRepository repository;
    private final AccountChanges changes;
    private final AuditLog audit;
    private final SecurityEvents events;
    private final TransactionTemplate transaction;

    AccountLocks(
            SignInRepository repository,
            AccountChanges changes,
            AuditLog audit,
            SecurityEvents events,
            TransactionTemplate transaction) {
        this.repository = repository;
        this.changes = changes;
        this.audit = audit;
        this.events = events;
        this.transaction = transaction;
    }

    /**
     * Ends all sign-ins of an account and lets nobody in any more. Felt here and by staff at once, elsewhere within a
     * second, or two without Redis.
     *
     * @param operator who decided it
     * @param why for the audit log
     * @return whether there is such an account
     */
    public boolean lock(SignedIn operator, AccountId account, String why) {
        return change(operator, account, true, why);
    }

    /** Lets its owner sign in again. */
    public boolean unlock(SignedIn operator, AccountId account, String why) {
        return change(operator, account, false, why);
    }

    private boolean change(SignedIn operator, AccountId account, boolean locked, String why) {
        var event = locked ? SecurityEvent.ACCOUNT_LOCKED : SecurityEvent.ACCOUNT_UNLOCKED;
        var state = transaction.execute(status -> {
            var before = repository.state(account);
            var after = repository.lock(account, locked);
            before.ifPresent(known -> audit.write(
                    new AuditLog.Act(operator.who(), event.name(), "account:" + account).because(why),
                    Change.of(words(known.locked()), words(locked))));
            return after;
        });
        state.ifPresent(now -> {
            changes.tell(now);
            events.write(
                    event,
                    now.account().username(),
                    Map.of("account", account, "role", now.account().role()));
        });
        return state.isPresent();
    }

    private static String words(boolean locked) {
        return locked ? "locked" : "open";
    }
}
