package stampede.account;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import stampede.account.attempts.HashingQueue;
import stampede.account.password.PasswordHashing;
import stampede.account.password.PasswordRule;

/**
 * Hashes passwords on at most half of the processors, so that a rush of sign-ins leaves the buy button its share; whose turn
 * it is, {@link HashingQueue} decides.
 */
@Component
class PasswordHashes {

    private static final Duration WAIT = Duration.ofSeconds(5);

    private final PasswordHashing hashing;
    private final HashingQueue queue =
            new HashingQueue(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), WAIT);

    PasswordHashes(AccountProperties properties) {
        this.hashing = new PasswordHashing(properties.bcryptStrength());
    }

    /**
     * The hash of a password that somebody chose.
     *
     * @throws AccountRefused if the password will not do for this username, or too many wait already
     */
    String of(String password, String username, HashingQueue.Lane lane) {
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
    String ofGiven(String password) {
        return hashing.of(password);
    }

    /** Takes the same time whether there is a hash or not, so that nobody learns which usernames exist. */
    boolean matches(String password, Optional<String> hash, HashingQueue.Lane lane) {
        return inTurn(lane, () -> hashing.matches(password, hash));
    }

    /** The hash to keep instead of one that is outdated, for a password that matched it. */
    Optional<String> upgrade(String password, String hash, HashingQueue.Lane lane) {
        return hashing.isOutdated(hash) ? Optional.of(inTurn(lane, () -> hashing.of(password))) : Optional.empty();
    }

    private <T> T inTurn(HashingQueue.Lane lane, Supplier<T> work) {
        try {
            return queue.inTurn(lane, work);
        } catch (HashingQueue.Full full) {
            throw new AccountRefused(AccountRefusal.BUSY, WAIT);
        }
    }
}
