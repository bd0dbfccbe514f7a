package stampede.signin;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;
import org.springframework.transaction.TransactionException;
import stampede.account.AccountId;
import stampede.account.AccountProperties;
import stampede.account.SignedIn;
import stampede.audit.SecurityEvent;
import stampede.audit.SecurityEvents;
import stampede.token.SignIn;
import stampede.token.SignInId;

/** All sign-ins of an account, to pages and API: begun here, listed, ended. What ends here is refused by this node at once. */
@Service
public class SignIns {

    private static final Logger log = LoggerFactory.getLogger(SignIns.class);

    private final SignInRepository repository;
    private final EndedSignInCache endings;
    private final AccountChanges changes;
    private final SignInCheck checks;
    private final AccountProperties account;
    private final SignInProperties properties;
    private final SecurityEvents events;
    private final Clock clock;

    SignIns(
            SignInRepository repository,
            EndedSignInCache endings,
            AccountChanges changes,
            SignInCheck checks,
            AccountProperties account,
            SignInProperties properties,
            SecurityEvents events,
            Clock clock) {
        this.repository = repository;
        this.endings = endings;
        this.changes = changes;
        this.checks = checks;
        this.account = account;
        this.properties = properties;
        this.events = events;
        this.clock = clock;
    }

    /** Those that are good now, the one used last first. */
    public List<OpenSignIn> open(AccountId account) {
        return repository.open(account, clock.instant(), this.account.refreshTokenLifetime());
    }

    /** Ends one, unless it is somebody else's or has ended; answers whether it did. */
    public boolean end(SignedIn account, SignInId signIn) {
        var isEnded = repository.end(account.id(), signIn.value());
        if (isEnded) {
            refuse(signIn.value());
            changes.tellEnded();
            events.write(
                    SecurityEvent.SIGN_OUT,
                    account.username(),
                    Map.of("account", account.id(), "role", account.role()));
        }
        return isEnded;
    }

    /** Ends all of an account: cookies, access tokens and refresh tokens. Other nodes hear of it within seconds. */
    public void endAll(AccountId account) {
        repository.endAll(account).ifPresent(changes::tell);
        events.write(SecurityEvent.SIGN_OUT_EVERYWHERE, Map.of("account", account));
    }

    /** Ends all of an account but one. */
    void endOthers(AccountId account, SignInId kept) {
        end(repository.others(account, kept));
    }

    /** A new one of somebody whose password was checked, of the account's present generation. */
    public SignIn begin(SignedIn account, boolean kept) {
        return begin(account, SignIn.newId(), kept);
    }

    SignIn begin(SignedIn account, String id, boolean kept) {
        var generation =
                repository.state(account.id()).map(AccountState::generation).orElse(0);
        repository.noteSignIn(account.id(), clock.instant());
        return new SignIn(account, id, generation, clock.instant().truncatedTo(ChronoUnit.SECONDS), kept);
    }

    public void addPage(SignIn signIn, Instant expires) {
        repository.addPage(signIn, expires);
        end(repository.pagesBeyond(signIn.account().id(), properties.pagesPerAccount()));
    }

    public void usePage(SignIn signIn, Instant expires) {
        repository.usePage(signIn.id(), clock.instant(), expires);
    }

    /** Ends those to the API that are too many. */
    void boundApi(AccountId account) {
        end(repository.apiBeyond(account, properties.perAccount()));
    }

    void end(List<String> ids) {
        if (!ids.isEmpty()) {
            repository.end(ids);
            ids.forEach(this::refuse);
            changes.tellEnded();
        }
    }

    /** Ends it here at least; while the database is away the other nodes hear of it when it is back. */
    public void endOrRemember(SignIn signIn) {
        try {
            end(List.of(signIn.id()));
        } catch (DataAccessException | TransactionException unreachable) {
            log.warn("A sign-out is kept until the database answers: {}", unreachable.getMessage());
            endings.addUnwritten(signIn.id());
            checks.forget(signIn.id());
        }
    }

    @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.HOURS)
    void forgetExpired() {
        repository.forget(
                clock.instant(),
                Stream.of(account.cookieLifetime(), properties.keptLifetime(), account.accessTokenLifetime())
                        .max(Comparator.naturalOrder())
                        .orElseThrow()
                        .plusHours(1));
    }

    private void refuse(String id) {
        endings.add(id);
        checks.forget(id);
    }
}
