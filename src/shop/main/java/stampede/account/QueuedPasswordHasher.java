package stampede.account;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import stampede.account.password.BcryptPasswordHasher;
import stampede.account.password.PasswordHashingQueue;
import stampede.account.password.PasswordRule;

/**
 * Hashes passwords on at most half of the processors, so that a rush of sign-ins leaves the buy button its share; whose turn
 * it is, {@link PasswordHashingQueue} decides.
 */
@Component
public class QueuedPasswordHasher {

    private static final Duration WAIT = Duration.ofSeconds(5);

    private final BcryptPasswordHasher hashing;
    private final PasswordHashingQueue queue =
            new PasswordHashingQueue(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), WAIT);

    QueuedPasswordHasher(AccountProperties properties) {
        this.hashing = new BcryptPasswordHasher(properties.bcryptStrength());
    }

    /**
     * The hash of a password that somebody chose.
     *
     * @throws AccountRefused if the password will not do for this username, or too many wait already
     */
    public String of(String password, String username, PasswordHashingQueue.Lane lane) {
        PasswordRule.faultOf(password, username).ifPresent(fault -> {
            throw new AccountRefused(
                    switch (fault) {
                        case TOO_SHORT -> AccountRefusal.PASSWORD_TOO_SHORT;
                        case TOO_LONG -> AccountRefusal.PASSWORD_TOO_LONG;
                        case TOO_COMMON -> AccountRefusal.PASSWORD_TOO_COMMON;
                        case IS_USERNAME -> AccountRefusal.PASSWORD_IS_USERNAME;
                    });
        });
        return inTurn(lane, () -> hashing.of(password));
    }

    /** The hash of a password that the shop gives, whatever it is. */
    public String ofGiven(String password) {
        return hashing.of(password);
    }

    /** Takes the same time whether there is a hash or not, so that nobody learns which usernames exist. */
    public boolean matches(String password, Optional<String> hash, PasswordHashingQueue.Lane lane) {
        return inTurn(lane, () -> hashing.matches(password, hash));
    }

    /** The hash to keep instead of one that is outdated, for a password that matched it. */
    public Optional<String> upgrade(String password, String hash, PasswordHashingQueue.Lane lane) {
        return hashing.isOutdated(hash) ? Optional.of(inTurn(lane, () -> hashing.of(password))) : Optional.empty();
    }

    private <T> T inTurn(PasswordHashingQueue.Lane lane, Supplier<T> work) {
        try {
            return queue.inTurn(lane, work);
        } catch (PasswordHashingQueue.Full full) {
            throw new AccountRefused(AccountRefusal.BUSY, WAIT);
        }
    }
}
