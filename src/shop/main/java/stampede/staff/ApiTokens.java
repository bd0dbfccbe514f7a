package stampede.staff;

import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.AccountId;
import stampede.account.AccountRefusal;
import stampede.account.AccountRefused;
import stampede.account.Duty;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.audit.AuditLog.Change;
import stampede.token.RefreshToken;
import stampede.token.SignIn;

/**
 * Tokens with which other systems use the API in the name of an operator or a seller. They are shown once; the shop keeps their hash. The
 * database is asked at every use, so one that was ended, or whose owner was locked or lost a duty, is felt at once.
 */
@Service
public class ApiTokens {

    /** How each of them begins, so that they are told from access tokens, and found where they leaked. */
    public static final String PREFIX = "stp_";

    private static final int MOST = 20;
    private static final int LONGEST_NAME = 40;
    private static final int MOST_DAYS = 366;

    private final ApiTokenRepository repository;
    private final AuditLog audit;
    private final TransactionTemplate transaction;
    private final Clock clock;

    ApiTokens(ApiTokenRepository repository, AuditLog audit, TransactionTemplate transaction, Clock clock) {
        this.repository = repository;
        this.audit = audit;
        this.transaction = transaction;
        this.clock = clock;
    }

    /**
     * Makes a token. Audited.
     *
     * @param duties of an operator's token; those that the owner does not have are left out
     * @param days how long it is good, from 1 to 366
     * @return its text, which is kept nowhere
     * @throws AccountRefused if the name or the days will not do, or there are too many
     */
    public String make(SignedIn owner, String name, Set<Duty> duties, int days) {
        var called = name.strip();
        if (owner.role() == Role.SHOPPER || called.isEmpty() || called.length() > LONGEST_NAME) {
            throw new AccountRefused(AccountRefusal.BAD_TOKEN_NAME);
        }
        if (days < 1 || days > MOST_DAYS) {
            throw new AccountRefused(AccountRefusal.BAD_TOKEN_END);
        }
        var secret = RefreshToken.first();
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        var granted = duties.stream().filter(owner::may).collect(Collectors.toUnmodifiableSet());
        var token =
                new ApiToken(secret.signIn(), called, granted, now, now.plus(Duration.ofDays(days)), Optional.empty());
        transaction.executeWithoutResult(status -> {
            if (repository.of(owner.id(), now).size() >= MOST) {
                throw new AccountRefused(AccountRefusal.TOO_MANY_TOKENS);
            }
            repository.add(token, owner.id(), secret.hash());
            audit.write(
                    owner.who(),
                    "API_TOKEN_MADE",
                    "token:" + token.id(),
                    Change.of("", (Duty.text(granted) + " until " + token.expires()).strip()),
                    called);
        });
        return PREFIX + secret.text();
    }

    /** Those that are good now, the newest first. */
    public List<ApiToken> of(AccountId owner) {
        return repository.of(owner, clock.instant());
    }

    /** Ends one at once, unless it has ended or is of another account. Audited. */
    public void end(SignedIn by, AccountId owner, String id) {
        if (!by.id().equals(owner) && !by.may(Duty.ADMIN)) {
            throw new AccountRefused(AccountRefusal.NEEDS_ADMIN);
        }
        transaction.executeWithoutResult(status -> {
            if (repository.delete(owner, id)) {
                audit.write(by.who(), "API_TOKEN_ENDED", "token:" + id, Change.of("open", "ended"), "account:" + owner);
            }
        });
    }

    /** Who is behind a token now; empty if it is none that is good. Notes that it was used. */
    public Optional<SignIn> signIn(String text) {
        var now = clock.instant();
        var token = Optional.of(text)
                .filter(known -> known.startsWith(PREFIX))
                .flatMap(known -> RefreshToken.parse(known.substring(PREFIX.length())));
        var account = token.flatMap(known -> repository.account(known, now));
        account.ifPresent(found -> repository.use(token.orElseThrow().signIn(), now));
        return account.map(found -> new SignIn(found, token.orElseThrow().signIn(), 0, now));
    }

    @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.HOURS)
    void forgetExpired() {
        repository.forget(clock.instant());
    }
}
