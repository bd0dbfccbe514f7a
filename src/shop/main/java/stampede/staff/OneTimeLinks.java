package stampede.staff;

import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.AccountDeleted;
import stampede.account.AccountId;
import stampede.account.AccountRefusal;
import stampede.account.AccountRefused;
import stampede.account.JdbcAccountRepository;
import stampede.account.QueuedPasswordHasher;
import stampede.account.password.PasswordHashingQueue.Lane;
import stampede.audit.AuditLog;
import stampede.audit.AuditLog.Change;
import stampede.signin.SignIns;
import stampede.staff.AccountRecord.State;
import stampede.token.RefreshToken;

/**
 * Links with which the password of an account is set: good once, for a day. The shop keeps their hash only, and says the same of one that was
 * used, one that is too old and one that never was.
 */
@Service
public class OneTimeLinks {

    private static final Duration LIFETIME = Duration.ofHours(24);

    private final OneTimeLinkRepository links;
    private final AccountRecordRepository accounts;
    private final JdbcAccountRepository rows;
    private final QueuedPasswordHasher hashes;
    private final SignIns signIns;
    private final AuditLog audit;
    private final TransactionTemplate transaction;
    private final Clock clock;

    OneTimeLinks(
            OneTimeLinkRepository links,
            AccountRecordRepository accounts,
            JdbcAccountRepository rows,
            QueuedPasswordHasher hashes,
            SignIns signIns,
            AuditLog audit,
            TransactionTemplate transaction,
            Clock clock) {
        this.links = links;
        this.accounts = accounts;
        this.rows = rows;
        this.hashes = hashes;
        this.signIns = signIns;
        this.audit = audit;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** Makes the one link of an account, in the caller's transaction; one made before is good no more. Its text is a secret. */
    @Transactional(propagation = Propagation.MANDATORY)
    public String make(AccountId account) {
        var token = RefreshToken.first();
        links.replace(account, token.hash(), clock.instant(), clock.instant().plus(LIFETIME));
        return token.secret();
    }

    /** The account's link is good no more. */
    void endOf(AccountId account) {
        links.deleteOf(account);
    }

    /** Whose password the link sets; empty if it is no good. */
    public Optional<AccountRecord> find(String text) {
        return links.find(hash(text), clock.instant())
                .flatMap(accounts::find)
                .filter(account -> account.state() == State.ACTIVE || account.state() == State.INVITED);
    }

    /**
     * Sets the password, and ends the link and all sign-ins of the account.
     *
     * @throws AccountRefused if the link is no good, or the password will not do, which leaves the link as it is
     */
    public AccountRecord use(String text, String password) {
        var account = find(text).orElseThrow(OneTimeLinks::noGood);
        var hash = hashes.of(password, account.username(), Lane.NEW);
        transaction.executeWithoutResult(status -> {
            var now = accounts.hold(account.id()).orElseThrow(OneTimeLinks::noGood);
            var isOpening = now.state() == State.INVITED;
            if (!links.end(hash(text), clock.instant()) || !(isOpening || now.state() == State.ACTIVE)) {
                throw noGood();
            }
            rows.setPassword(account.id(), hash);
            if (isOpening) {
                accounts.activate(account.id(), State.INVITED);
            }
            signIns.endAll(account.id());
            audit.write(now.who(), "PASSWORD_SET_BY_LINK", now.subject(), Change.of(now.state(), State.ACTIVE), "");
        });
        return account;
    }

    @EventListener
    void forget(AccountDeleted gone) {
        endOf(gone.account());
    }

    @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.HOURS)
    void forgetExpired() {
        links.forget(clock.instant());
    }

    private static String hash(String text) {
        return new RefreshToken("", text).hash();
    }

    private static AccountRefused noGood() {
        return new AccountRefused(AccountRefusal.LINK_NOT_GOOD);
    }
}
