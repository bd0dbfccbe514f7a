package stampede.signin;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import stampede.account.AccountId;
import stampede.account.AccountProperties;
import stampede.token.SignIn;

/**
 * Sign-ins that ended or changed within the life of an access token: read from the database every few seconds, kept in memory. So a
 * bearer token that was refused somewhere is refused by every node, and no purchase waits for an answer of the database.
 */
@Component
class EndedSignInCache {

    private static final Logger log = LoggerFactory.getLogger(EndedSignInCache.class);

    /** Rows are seen when their transaction is committed, which may be a little after the time they bear. */
    private static final Duration OVERLAP = Duration.ofSeconds(30);

    private static final int MOST = 200_000;
    /** The caches hold more, so that nothing is dropped while what is known counts as complete. */
    private static final int ROOM = 2 * MOST;

    private static final int MOST_UNWRITTEN = 10_000;

    private final SignInRepository repository;
    private final Duration kept;
    private final Duration apiLifetime;
    private final Cache<String, Boolean> ended;
    private final Cache<AccountId, AccountState> changed;
    private final ConcurrentLinkedQueue<String> unwritten = new ConcurrentLinkedQueue<>();
    private final AtomicInteger unwrittenCount = new AtomicInteger();
    private volatile long askedAt;
    private volatile boolean complete;
    private boolean away;

    EndedSignInCache(SignInRepository repository, AccountProperties account) {
        this.repository = repository;
        this.apiLifetime = account.refreshTokenLifetime();
        this.kept = account.accessTokenLifetime().plusMinutes(1);
        this.ended = Caffeine.newBuilder()
                .maximumSize(ROOM + MOST)
                .expireAfterWrite(kept)
                .build();
        this.changed = Caffeine.newBuilder()
                .maximumSize(ROOM + MOST)
                .expireAfterWrite(kept)
                .build();
    }

    /** Whether it is known here that the sign-in is good no more. */
    boolean haveEnded(SignIn signIn) {
        return ended.getIfPresent(signIn.id()) != null
                || changed(signIn).filter(state -> !state.letsIn(signIn)).isPresent();
    }

    /** What the account behind the sign-in is now, if it changed lately. */
    Optional<AccountState> changed(SignIn signIn) {
        return Optional.ofNullable(changed.getIfPresent(signIn.account().id()));
    }

    /**
     * Whether an access token can be believed without asking anybody: nothing is known against it, and what is known is all there
     * is to know. Before the first answer of the database, and when more ended than is kept, it is not.
     */
    boolean letIn(SignIn signIn) {
        return complete
                && !haveEnded(signIn)
                && changed(signIn)
                        .filter(state ->
                                state.account().role() != signIn.account().role())
                        .isEmpty();
    }

    /** Refuses a sign-in on this node from now on; the others hear of it from the database. */
    void add(String signIn) {
        ended.put(signIn, true);
    }

    /** The same while the database is away: it is told when it is back. */
    void addUnwritten(String signIn) {
        add(signIn);
        if (unwrittenCount.incrementAndGet() <= MOST_UNWRITTEN) {
            unwritten.add(signIn);
        } else {
            unwrittenCount.decrementAndGet();
        }
    }

    /** A later answer counts: an account's generation only grows. */
    void add(AccountState state) {
        changed.asMap()
                .merge(
                        state.account().id(),
                        state,
                        (known, told) -> known.generation() > told.generation() ? known : told);
    }

    @Scheduled(fixedDelayString = "${stampede.sign-in.poll-every:2s}")
    synchronized void turn() {
        try {
            writeWhatIsUnwritten();
            ask();
            away = false;
        } catch (DataAccessException | TransactionException unreachable) {
            if (!away) {
                log.warn("Cannot ask which sign-ins ended: {}", unreachable.getMessage());
            }
            away = true;
        }
    }

    /** Asks from the last answer on, or for as long as a token lives. */
    private void ask() {
        var now = System.nanoTime();
        var since = complete ? Duration.ofNanos(now - askedAt).plus(OVERLAP) : kept;
        var window = since.compareTo(kept) < 0 ? since : kept;
        var endedNow = repository.endedWithin(window, MOST);
        var changedNow = repository.changedWithin(window, MOST);
        var gone = repository.withoutAccount(kept, apiLifetime, MOST);
        endedNow.forEach(this::add);
        gone.forEach(this::add);
        changedNow.forEach(this::add);
        askedAt = now;
        complete = endedNow.size() < MOST
                && gone.size() < MOST
                && changedNow.size() < MOST
                && ended.estimatedSize() < ROOM
                && changed.estimatedSize() < ROOM;
    }

    private void writeWhatIsUnwritten() {
        for (var id = unwritten.peek(); id != null; id = unwritten.peek()) {
            repository.end(List.of(id));
            unwritten.poll();
            unwrittenCount.decrementAndGet();
        }
    }
}
