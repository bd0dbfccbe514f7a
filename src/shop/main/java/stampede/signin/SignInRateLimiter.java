package stampede.signin;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.account.AccountRefusal;
import stampede.account.AccountRefused;
import stampede.account.Username;
import stampede.account.password.PasswordHashingQueue.Lane;
import stampede.ratelimit.AttemptRateLimiter;
import stampede.ratelimit.RateLimitKey;

/**
 * How often who may try to sign in or to register: see {@link SignInRateLimitProperties}. Who guesses at a username slows down all who
 * come from elsewhere, but not its owner: a device or network that signed in to the account before has attempts of its own.
 */
@Component
class SignInRateLimiter {

    private static final int NETWORKS_REMEMBERED = 100_000;
    private static final Duration NETWORKS_REMEMBERED_FOR = Duration.ofDays(7);

    /** A network with more wrong guesses than this, not yet forgotten, waits behind others. */
    private static final long MISTAKES = 3;

    private final AttemptRateLimiter limiter;
    private final SignInRateLimitProperties limits;

    /** From where each username signed in to this node. */
    private final Cache<String, Boolean> knownNetworks = Caffeine.newBuilder()
            .maximumSize(NETWORKS_REMEMBERED)
            .expireAfterWrite(NETWORKS_REMEMBERED_FOR)
            .build();

    SignInRateLimiter(AttemptRateLimiter limiter, SignInRateLimitProperties limits) {
        this.limiter = limiter;
        this.limits = limits;
    }

    /**
     * Counts an attempt to sign in, as wrong until the contrary is told.
     *
     * @throws AccountRefused with the time to wait, if there were too many
     */
    void admit(SignInCaller caller) {
        admit(attemptsOf(caller));
    }

    /** In which line the caller waits for the password to be hashed. */
    Lane laneOf(SignInCaller caller) {
        if (placeOf(caller).isPresent()) {
            return Lane.KNOWN;
        }
        return limiter.spentHere(networkOf(caller)) > MISTAKES ? Lane.FAILED : Lane.NEW;
    }

    /** The password was right. */
    void recordSuccess(SignInCaller caller) {
        placeOf(caller).ifPresentOrElse(place -> limiter.forget(knownAt(caller, place)), () -> giveBackAttempt(caller));
        knownNetworks.put(nameAndNetwork(caller), true);
    }

    /** Nobody said that the password was wrong, so the attempt is not counted. */
    void giveBackAttempt(SignInCaller caller) {
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
    void giveBackRegistration(String network) {
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

    void forgetCodes(AccountId account) {
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

    private void admit(List<RateLimitKey> attempts) {
        limiter.take(attempts).ifPresent(wait -> {
            throw new AccountRefused(AccountRefusal.TOO_MANY_ATTEMPTS, wait);
        });
    }

    /** A username that cannot be one has no account to guess at, so only the network counts. */
    private List<RateLimitKey> attemptsOf(SignInCaller caller) {
        return placeOf(caller)
                .map(place -> List.of(knownAt(caller, place)))
                .orElseGet(() -> Username.read(caller.name()).isPresent()
                        ? List.of(networkOf(caller), new RateLimitKey("u:" + caller.name(), limits.username()))
                        : List.of(networkOf(caller)));
    }

    private RateLimitKey networkOf(SignInCaller caller) {
        return new RateLimitKey("n:" + caller.network(), limits.network());
    }

    private RateLimitKey knownAt(SignInCaller caller, String place) {
        return new RateLimitKey("k:" + caller.name() + " " + place, limits.known());
    }

    private RateLimitKey codeOf(AccountId account) {
        return new RateLimitKey("f:" + account, limits.code());
    }

    private RateLimitKey confirmationOf(AccountId account) {
        return new RateLimitKey("c:" + account, limits.known());
    }

    private RateLimitKey registrationOf(String network) {
        return new RateLimitKey("r:" + network, limits.registration());
    }

    /** The device or the network that signed in to this account before. */
    private Optional<String> placeOf(SignInCaller caller) {
        return caller.device()
                .or(() -> Optional.ofNullable(knownNetworks.getIfPresent(nameAndNetwork(caller)))
                        .map(signedInFromThere -> caller.network()));
    }

    private static String nameAndNetwork(SignInCaller caller) {
        return caller.name() + " " + caller.network();
    }
}
