package stampede.privacy;

import java.util.Map;
import java.util.Optional;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.AccountDeleted;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.audit.AuditLog.Change;
import stampede.audit.SecurityEvent;
import stampede.audit.SecurityEvents;
import stampede.signin.AccountErasure;
import stampede.support.DeadlockRetry;

/**
 * Deletes accounts whose owners want it. A row without a name stays, because orders, refunds and the audit log say its number; whatever else is
 * kept about the account is deleted by whoever keeps it, at {@link AccountDeleted}.
 */
@Service
public class AccountDeletion {

    private final PersonalDataRepository rows;
    private final AccountErasure erasure;
    private final ApplicationEventPublisher modules;
    private final AuditLog audit;
    private final SecurityEvents events;
    private final TransactionTemplate transaction;

    AccountDeletion(
            PersonalDataRepository rows,
            AccountErasure erasure,
            ApplicationEventPublisher modules,
            AuditLog audit,
            SecurityEvents events,
            TransactionTemplate transaction) {
        this.rows = rows;
        this.erasure = erasure;
        this.modules = modules;
        this.audit = audit;
        this.events = events;
        this.transaction = transaction;
    }

    /** Why the account cannot be deleted now; empty if it can. */
    public Optional<DeletionRefusal> obstacle(SignedIn account) {
        return account.role() == Role.SHOPPER ? obstacle(account.id()) : Optional.of(DeletionRefusal.STAFF_STAYS);
    }

    /**
     * Deletes the account and ends all its sign-ins, on all nodes.
     *
     * @param password of the account
     * @param code of its second factor, or a recovery code; not looked at if it has none
     * @throws DeletionRefused if something is still under way
     * @throws stampede.account.AccountRefused if the password or the code is wrong, or was guessed at too often
     */
    public void delete(SignedIn account, String password, String code) {
        refuse(obstacle(account));
        erasure.confirm(account, password, code);
        DeadlockRetry.run(() -> {
            transaction.executeWithoutResult(status -> {
                rows.hold(account.id());
                refuse(obstacle(account.id()));
                modules.publishEvent(new AccountDeleted(account.id()));
                erasure.erase(account);
                audit.write(
                        account.who(), "ACCOUNT_DELETED", "account:" + account.id(), Change.of("open", "deleted"), "");
            });
            return account;
        });
        events.write(SecurityEvent.ACCOUNT_DELETED, account.username(), Map.of("account", account.id()));
    }

    private Optional<DeletionRefusal> obstacle(AccountId account) {
        if (rows.isAnyOrder(account, "AWAITING_PAYMENT", "CLOSING")) {
            return Optional.of(DeletionRefusal.ORDERS_TO_PAY);
        }
        if (rows.isAnyOrder(account, "REFUNDING") || rows.isMoneyToRefund(account)) {
            return Optional.of(DeletionRefusal.MONEY_TO_REFUND);
        }
        return rows.isAnyOrder(account, "PAID") ? Optional.of(DeletionRefusal.ORDERS_TO_SHIP) : Optional.empty();
    }

    private static void refuse(Optional<DeletionRefusal> obstacle) {
        obstacle.ifPresent(reason -> {
            throw new DeletionRefused(reason);
        });
    }
}
