package stampede.staff;

import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.annotation.Profile;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import stampede.account.Account;
import stampede.account.AccountRepository;
import stampede.account.JdbcAccountRepository;
import stampede.account.QueuedPasswordHasher;
import stampede.account.SignedIn;
import stampede.account.password.PasswordHashingQueue.Lane;
import stampede.signin.SignIns;

/**
 * Closes accounts that a demonstration left in the database of a shop that is real now: whoever knows the password that
 * everybody knows cannot sign in with it, and is signed out.
 */
@Component
@Profile("production")
@Order(0)
class DemoAccountLock implements ApplicationRunner {

    private static final Logger log = LoggerFactory.getLogger(DemoAccountLock.class);

    private final AccountRepository accounts;
    private final JdbcAccountRepository rows;
    private final QueuedPasswordHasher hashes;
    private final SignIns signIns;

    DemoAccountLock(
            AccountRepository accounts, JdbcAccountRepository rows, QueuedPasswordHasher hashes, SignIns signIns) {
        this.accounts = accounts;
        this.rows = rows;
        this.hashes = hashes;
        this.signIns = signIns;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        DemoAccounts.ALL.keySet().forEach(this::close);
    }

    private void close(String username) {
        var account = accounts.findByUsername(username);
        var hash = account.map(Account::passwordHash);
        if (!hashes.matches(DemoAccounts.KNOWN_PASSWORD, hash, Lane.KNOWN)) {
            return;
        }
        var id = account.map(Account::signedIn).map(SignedIn::id).orElseThrow();
        rows.setPassword(id, hashes.ofGiven(UUID.randomUUID().toString()));
        signIns.endAll(id);
        log.warn(
                "The account {} had the password of the demonstration and is closed; scripts/operator opens operators' accounts",
                username);
    }
}
