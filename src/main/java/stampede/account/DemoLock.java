package stampede.account;

import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.annotation.Profile;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import stampede.account.attempts.HashingQueue.Lane;

/**
 * Closes accounts that a demonstration left in the database of a shop that is real now: whoever knows the password that
 * everybody knows cannot sign in with it, and is signed out.
 */
@Component
@Profile("production")
@Order(0)
class DemoLock implements ApplicationRunner {

    private static final Logger log = LoggerFactory.getLogger(DemoLock.class);

    private final AccountRepository accounts;
    private final AccountRows rows;
    private final PasswordHashes hashes;
    private final SignIns signIns;

    DemoLock(AccountRepository accounts, AccountRows rows, PasswordHashes hashes, SignIns signIns) {
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
