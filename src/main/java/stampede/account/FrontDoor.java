package stampede.account;

import java.util.Map;
import org.springframework.stereotype.Service;
import stampede.support.SecurityEvent;
import stampede.support.SecurityEvents;

/** Where strangers become known: registers them and checks their passwords, no more often than an address may try. */
@Service
public class FrontDoor {

    private final Accounts accounts;
    private final AccountRepository repository;
    private final PasswordHashes hashes;
    private final SecurityEvents events;
    private final AttemptLimiter perUsernameAndAddress;
    private final AttemptLimiter perAddress;
    private final AttemptLimiter registrations;

    FrontDoor(
            Accounts accounts,
            AccountRepository repository,
            PasswordHashes hashes,
            AccountProperties properties,
            SecurityEvents events) {
        this.accounts = accounts;
        this.repository = repository;
        this.hashes = hashes;
        this.events = events;
        this.perUsernameAndAddress = new AttemptLimiter(properties.attemptsPerMinute());
        this.perAddress = new AttemptLimiter(properties.attemptsPerMinuteAndAddress());
        this.registrations = new AttemptLimiter(properties.registrationsPerMinute());
    }

    /**
     * Opens a shopper's account for somebody out there.
     *
     * @param address where the request came from
     * @throws AccountRefused as {@link Accounts#register} does, and if the address opens too many
     */
    public SignedIn register(String username, String password, String address) {
        registrations.admit(address);
        return accounts.register(username, password);
    }

    /**
     * Checks a username and its password.
     *
     * @param address where the request came from
     * @throws AccountRefused if they do not match, or were tried too often
     */
    public SignedIn signIn(String username, String password, String address) {
        try {
            var account = check(username, password, address);
            events.write(SecurityEvent.SIGN_IN, username, Map.of("account", account.id(), "role", account.role()));
            return account;
        } catch (AccountRefused refused) {
            var event = refused.reason() == AccountRefusal.TOO_MANY_ATTEMPTS
                    ? SecurityEvent.SIGN_IN_LIMITED
                    : SecurityEvent.SIGN_IN_FAILED;
            events.write(event, username, Map.of("reason", refused.reason()));
            throw refused;
        }
    }

    private SignedIn check(String username, String password, String address) {
        var name = Username.folded(username);
        var attempt = name.length() > 64 ? address : address + " " + name;
        perAddress.admit(address);
        perUsernameAndAddress.admit(attempt);
        var account = Username.read(username).flatMap(known -> repository.findByUsername(known.value()));
        if (!hashes.matches(password, account.map(Account::passwordHash))) {
            throw new AccountRefused(AccountRefusal.BAD_CREDENTIALS);
        }
        perUsernameAndAddress.forget(attempt);
        return account.map(Account::signedIn).orElseThrow();
    }
}
