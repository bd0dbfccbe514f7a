package stampede.signin;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.stereotype.Service;
import stampede.account.Account;
import stampede.account.AccountRefusal;
import stampede.account.AccountRefused;
import stampede.account.AccountRepository;
import stampede.account.Accounts;
import stampede.account.JdbcAccountRepository;
import stampede.account.NewAccount;
import stampede.account.QueuedPasswordHasher;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.account.Username;
import stampede.account.password.PasswordHashingQueue.Lane;
import stampede.audit.SecurityEvent;
import stampede.audit.SecurityEvents;
import stampede.ratelimit.ClientAddress;
import stampede.token.JwtCodec;
import stampede.token.TokenPurpose;

/** Registers people and checks their passwords, no more often than {@link SignInRateLimiter} lets them try. */
@Service
public class Authenticator {

    private static final Logger log = LoggerFactory.getLogger(Authenticator.class);

    private static final Duration TIME_FOR_THE_CODE = Duration.ofMinutes(5);

    private final Accounts accounts;
    private final AccountRepository repository;
    private final JdbcAccountRepository rows;
    private final QueuedPasswordHasher hashes;
    private final SignInRateLimiter limits;
    private final SecondFactors factors;
    private final JwtCodec tokens;
    private final SecurityEvents events;

    Authenticator(
            Accounts accounts,
            AccountRepository repository,
            JdbcAccountRepository rows,
            QueuedPasswordHasher hashes,
            SignInRateLimiter limits,
            SecondFactors factors,
            JwtCodec tokens,
            SecurityEvents events) {
        this.accounts = accounts;
        this.repository = repository;
        this.rows = rows;
        this.hashes = hashes;
        this.limits = limits;
        this.factors = factors;
        this.tokens = tokens;
        this.events = events;
    }

    /**
     * Opens a shopper's account for somebody out there.
     *
     * @param address where the request came from
     * @throws AccountRefused as {@link Accounts#register} does, and if the network opens too many
     */
    public SignedIn register(String username, String password, String address) {
        return register(address, () -> accounts.register(username, password));
    }

    /** Opens the account of somebody out there, as {@link #register(String, String, String)} does. */
    public SignedIn register(NewAccount wanted, String password, String address) {
        return register(address, () -> accounts.open(wanted, password));
    }

    private SignedIn register(String address, Supplier<SignedIn> opening) {
        var network = ClientAddress.network(address);
        limits.admitRegistration(network);
        try {
            return opening.get();
        } catch (AccountRefused refused) {
            if (refused.reason() != AccountRefusal.USERNAME_TAKEN) {
                limits.giveBackRegistration(network);
            }
            throw refused;
        }
    }

    /** As {@link #signIn(String, String, String, Optional)}, from a device of which nothing is known. */
    public SignedIn signIn(String username, String password, String address) {
        return signIn(username, password, address, Optional.empty());
    }

    /**
     * Checks a username and its password.
     *
     * @param address where the request came from
     * @param device names the device if it signed in to this account before: see {@link KnownDevices}
     * @throws SecondFactorNeeded if they match, and {@link #signInWithCode} comes next
     * @throws AccountRefused if they do not match, or were tried too often
     */
    public SignedIn signIn(String username, String password, String address, Optional<String> device) {
        try {
            var account = check(SignInCaller.of(username, address, device), password);
            tellSignIn(account);
            return account;
        } catch (SecondFactorNeeded halfWay) {
            throw halfWay;
        } catch (AccountRefused refused) {
            var event = refused.reason() == AccountRefusal.TOO_MANY_ATTEMPTS
                    ? SecurityEvent.SIGN_IN_LIMITED
                    : SecurityEvent.SIGN_IN_FAILED;
            events.write(event, username, Map.of("reason", refused.reason()));
            throw refused;
        }
    }

    /**
     * Goes on with a sign-in whose password was right.
     *
     * @param token of {@link SecondFactorNeeded}
     * @param code of the authenticator app, or a recovery code; each is taken once
     * @throws AccountRefused if the token is too old, the code wrong, or too many were tried
     */
    public SignedIn signInWithCode(String token, String code, String address) {
        var account = halfSignedIn(token);
        factors.use(account, code);
        limits.recordSuccess(SignInCaller.of(account.username(), address, Optional.empty()));
        tellSignIn(account);
        return account;
    }

    private SignedIn halfSignedIn(String token) {
        try {
            var half = JwtCodec.accountIn(
                    tokens.decoder(TokenPurpose.SECOND_FACTOR).decode(token));
            return repository
                    .findById(half.id().value())
                    .filter(account -> !account.isLocked())
                    .map(Account::signedIn)
                    .orElseThrow(() -> new AccountRefused(AccountRefusal.BAD_SIGN_IN_TOKEN));
        } catch (JwtException forgedOrExpired) {
            throw new AccountRefused(AccountRefusal.BAD_SIGN_IN_TOKEN);
        }
    }

    private void tellSignIn(SignedIn account) {
        events.write(
                SecurityEvent.SIGN_IN, account.username(), Map.of("account", account.id(), "role", account.role()));
    }

    /** An attempt that was not told whether its password is right does not count. */
    private SignedIn check(SignInCaller caller, String password) {
        limits.admit(caller);
        try {
            var account = withPassword(caller, password).signedIn();
            if (factors.isSetUp(account.id())) {
                throw new SecondFactorNeeded(tokens.issue(account, TokenPurpose.SECOND_FACTOR, TIME_FOR_THE_CODE));
            }
            limits.recordSuccess(caller);
            return account;
        } catch (AccountRefused refused) {
            if (refused.reason() == AccountRefusal.BUSY) {
                limits.giveBackAttempt(caller);
            }
            throw refused;
        } catch (DataAccessException away) {
            limits.giveBackAttempt(caller);
            throw away;
        }
    }

    private Account withPassword(SignInCaller caller, String password) {
        var lane = limits.laneOf(caller);
        var account = Username.read(caller.name()).flatMap(known -> repository.findByUsername(known.value()));
        if (!hashes.matches(password, account.map(Account::passwordHash), lane)) {
            throw new AccountRefused(AccountRefusal.BAD_CREDENTIALS);
        }
        var found = account.orElseThrow();
        if (found.isLocked()) {
            throw new AccountRefused(
                    found.isPending() ? AccountRefusal.ACCOUNT_PENDING : AccountRefusal.ACCOUNT_LOCKED);
        }
        if (found.role() != Role.SHOPPER && !rows.useIfGiven(found.signedIn().id(), found.passwordHash())) {
            throw new AccountRefused(AccountRefusal.PASSWORD_USED);
        }
        upgradeHash(found, password, lane);
        return found;
    }

    /** Only now the password is there to be hashed anew. Somebody who changes it meanwhile wins. */
    private void upgradeHash(Account account, String password, Lane lane) {
        try {
            hashes.upgrade(password, account.passwordHash(), lane)
                    .ifPresent(hash -> rows.replaceHash(account.signedIn().id(), account.passwordHash(), hash));
        } catch (AccountRefused | DataAccessException later) {
            log.debug("A password's hash is upgraded at another sign-in", later);
        }
    }
}
