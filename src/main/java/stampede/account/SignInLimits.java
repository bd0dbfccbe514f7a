package stampede.account;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.account.attempts.AttemptLimiter;
import stampede.account.attempts.HashingQueue.Lane;
import stampede.account.attempts.LimitedKey;

/**
 * How often who may try to sign in or to register: see {@link AttemptProperties}. Who guesses at a username slows down all who
 * come from elsewhere, but not its owner: a device or network that signed in to the account before has attempts of its own.
 */
@Component
class SignInLimits {

    private static final int NETWORKS_REMEMBERED = 100_000;
    private static final Duration NETWORKS_REMEMBERED_FOR = Duration.ofDays(7);

    /** A network with more wrong guesses than this, not yet forgotten, waits behind others. */
    private static final long MISTAKES = 3;

    private final AttemptLimiter limiter;
    private final AttemptProperties limits;

    /** From where each username signed in to this node. */
    private final Cache<String, Boolean> knownNetworks = Caffeine.newBuilder()
            .maximumSize(NETWORKS_REMEMBERED)
            .expireAfterWrite(NETWORKS_REMEMBERED_FOR)
            .build();

    SignInLimits(AttemptLimiter limiter, AttemptProperties limits) {
        this.limiter = limiter;
        this.limits = limits;
    }

    /**
     * Counts an attempt to sign in, as wrong until the contrary is told.
     *
     * @throws AccountRefused with the time to wait, if there were too many
     */
    void admit(Caller caller) {
        admit(attemptsOf(caller));
    }

    /** In which line the caller waits for the password to be hashed. */
    Lane laneOf(Caller caller) {
        if (placeOf(caller).isPresent()) {
            return Lane.KNOWN;
        }
        return limiter.spentHere(networkOf(caller)) > MISTAKES ? Lane.FAILED : Lane.NEW;
    }

    /** The password was right. */
    void succeeded(Caller caller) {
        placeOf(caller).ifPresentOrElse(place -> limiter.forget(knownAt(caller, place)), () -> notChecked(caller));
        knownNetworks.put(nameAndNetwork(caller), true);
    }

    /** Nobody said that the password was wrong, so the attempt is not counted. */
    void notChecked(Caller caller) {
        attemptsOf(caller).forEach(limiter::giveBack);
    }

    /**
     * Counts an account that a network opens.
     *
     * @throws AccountRefused with the time to wait, if there were too many
     */
    void admitRegistration(String network) {
        admit(List.of(registrationOf(network)));
    }

    /** No account was opened, and nothing was learnt by it. */
    void notRegistered(String network) {
        limiter.giveBack(registrationOf(network));
    }

    /**
     * Counts a code of an account's second factor, as wrong until the contrary is told.
     *
     * @throws AccountRefused with the time to wait, if there were too many
     */
    void admitCode(AccountId account) {
        admit(List.of(codeOf(account)));
    }

    void codeWasRight(AccountId account) {
        limiter.forget(codeOf(account));
    }

    /**
     * Counts a password that somebody who is signed in says again, as wrong until the contrary is told.
     *
     * @throws AccountRefused with the time to wait, if there were too many
     */
    void admitConfirmation(AccountId account) {
        admit(List.of(confirmationOf(account)));
    }

    void confirmationWasRight(AccountId account) {
        limiter.forget(confirmationOf(account));
    }

    private void admit(List<LimitedKey> attempts) {
        limiter.take(attempts).ifPresent(wait -> {
            throw new AccountRefused(AccountRefusal.TOO_MANY_ATTEMPTS, wait);
        });
    }

    /** A username that cannot be one has no account to guess at, so only the network counts. */
    private List<LimitedKey> attemptsOf(Caller caller) {
        return placeOf(caller)
                .map(place -> List.of(knownAt(caller, place)))
                .orElseGet(() -> Username.read(caller.name()).isPresent()
                        ? List.of(networkOf(caller), new LimitedKey("u:" + caller.name(), limits.username()))
                        : List.of(networkOf(caller)));
    }

    private LimitedKey networkOf(Caller caller) {
        return new LimitedKey("n:" + caller.network(), limits.network());
    }

    private LimitedKey knownAt(Caller caller, String place) {
        return new LimitedKey("k:" + caller.name() + " " + place, limits.known());
    }

    private LimitedKey codeOf(AccountId account) {
        return new LimitedKey("f:" + account, limits.code());
    }

    private LimitedKey confirmationOf(AccountId account) {
        return new LimitedKey("c:" + account, limits.known());
    }

    private LimitedKey registrationOf(String network) {
        return new LimitedKey("r:" + network, limits.registration());
    }

    /** The device or the network that signed in to this account before. */
    private Optional<String> placeOf(Caller caller) {
        return caller.device()
                .or(() -> Optional.ofNullable(knownNetworks.getIfPresent(nameAndNetwork(caller)))
                        .map(signedInFromThere -> caller.network()));
    }

    private static String nameAndNetwork(Caller caller) {
        return caller.name() + " " + caller.network();
    }
}
