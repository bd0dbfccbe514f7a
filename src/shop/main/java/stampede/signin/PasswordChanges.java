package stampede.signin;

import java.util.Map;
import org.springframework.stereotype.Service;
import stampede.account.Account;
import stampede.account.AccountRefusal;
import stampede.account.AccountRefused;
import stampede.account.AccountRepository;
import stampede.account.JdbcAccountRepository;
import stampede.account.QueuedPasswordHasher;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.account.password.PasswordHashingQueue.Lane;
import stampede.audit.SecurityEvent;
import stampede.audit.SecurityEvents;

/** Lets people who are signed in say their password again, and choose another. */
@Service
public class PasswordChanges {

    private final AccountRepository accounts;
    private final JdbcAccountRepository rows;
    private final QueuedPasswordHasher hashes;
    private final SignInRateLimiter limits;
    private final SignIns signIns;
    private final SecurityEvents events;

    PasswordChanges(
            AccountRepository accounts,
            JdbcAccountRepository rows,
            QueuedPasswordHasher hashes,
            SignInRateLimiter limits,
            SignIns signIns,
            SecurityEvents events) {
        this.accounts = accounts;
        this.rows = rows;
        this.hashes = hashes;
        this.limits = limits;
        this.signIns = signIns;
        this.events = events;
    }

    /**
     * Changes the password, and ends all sign-ins, also the one that asks for it.
     *
     * @throws AccountRefused if the present one is wrong or was guessed at too often, or the next one will not do
     */
    public void change(SignedIn account, String present, String next) {
        var stored = withPassword(account, present);
        if (next.equals(present)) {
            throw new AccountRefused(AccountRefusal.PASSWORD_NOT_NEW);
        }
        var hash = hashes.of(next, stored.username(), Lane.KNOWN);
        if (!rows.changePassword(account.id(), stored.passwordHash(), hash)) {
            throw new AccountRefused(AccountRefusal.WRONG_PASSWORD);
        }
        signIns.endAll(account.id());
        events.write(SecurityEvent.PASSWORD_CHANGED, account.username(), Map.of("account", account.id()));
    }

    /**
     * Asks for the password before something that whoever finds an open browser must not do.
     *
     * @throws AccountRefused if it is wrong or was guessed at too often, or is to be changed first
     */
    public void confirm(SignedIn account, String password) {
        withPassword(account, password);
        if (account.role() != Role.SHOPPER && rows.isPasswordChangeDue(account.id())) {
            throw new AccountRefused(AccountRefusal.PASSWORD_CHANGE_DUE);
        }
    }

    private Account withPassword(SignedIn account, String password) {
        limits.admitConfirmation(account.id());
        var stored = accounts.findById(account.id().value());
        if (!hashes.matches(password, stored.map(Account::passwordHash), Lane.KNOWN)) {
            throw new AccountRefused(AccountRefusal.WRONG_PASSWORD);
        }
        limits.confirmationWasRight(account.id());
        return stored.orElseThrow();
    }
}
