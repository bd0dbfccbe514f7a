package stampede.signin;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.token.SignIn;

/**
 * Says whether a sign-in is still good and who is behind it now. For operators and sellers the database is asked at each request;
 * for shoppers its answer is kept for half a minute, and without it their token is believed.
 */
@Component
public class SignInCheck {

    private static final int MOST = 200_000;

    /** While the database is away a request in so many waits for it, not each. */
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(5);

    private final SignInRepository repository;
    private final EndedSignInCache endings;
    private final Cache<String, Answer> answers;
    private volatile @Nullable Long failedAt;

    SignInCheck(SignInRepository repository, EndedSignInCache endings, SignInProperties properties) {
        this.repository = repository;
        this.endings = endings;
        this.answers = Caffeine.newBuilder()
                .maximumSize(MOST)
                .expireAfterWrite(properties.stateKeptFor())
                .build();
    }

    /**
     * Who is behind the sign-in, with the role of this moment; empty if it has ended.
     *
     * @throws AccountStateUnknown if it is of staff and the database has not answered about it for a while
     */
    public Optional<SignedIn> current(SignIn signIn) {
        if (endings.haveEnded(signIn)) {
            return Optional.empty();
        }
        return isOrMayBeStaff(signIn) ? askedNow(signIn) : asked(signIn);
    }

    /** Makes this node ask anew. */
    void forget(String signIn) {
        answers.invalidate(signIn);
    }

    private boolean isOrMayBeStaff(SignIn signIn) {
        var known = answers.getIfPresent(signIn.id());
        return isStaff(signIn.account())
                || (known != null
                        && known.account().filter(SignInCheck::isStaff).isPresent())
                || endings.changed(signIn)
                        .filter(state -> isStaff(state.account()))
                        .isPresent();
    }

    private Optional<SignedIn> asked(SignIn signIn) {
        var known = answers.getIfPresent(signIn.id());
        if (known == null) {
            known = ask(signIn).orElseGet(() -> new Answer(Optional.of(signIn.account())));
            answers.put(signIn.id(), known);
        }
        return known.account();
    }

    /** Without the database its last answer holds, which is not older than half a minute. */
    private Optional<SignedIn> askedNow(SignIn signIn) {
        var told = ask(signIn);
        told.ifPresent(answer -> answers.put(signIn.id(), answer));
        return told.or(() -> Optional.ofNullable(answers.getIfPresent(signIn.id())))
                .orElseThrow(AccountStateUnknown::new)
                .account();
    }

    /** Empty if the database does not answer. */
    private Optional<Answer> ask(SignIn signIn) {
        var failed = failedAt;
        if (failed != null && System.nanoTime() - failed < PAUSE_AFTER_FAILURE.toNanos()) {
            return Optional.empty();
        }
        try {
            var answer = new Answer(repository.current(signIn));
            failedAt = null;
            return Optional.of(answer);
        } catch (DataAccessException | TransactionException unreachable) {
            failedAt = System.nanoTime();
            return Optional.empty();
        }
    }

    private static boolean isStaff(SignedIn account) {
        return account.role() != Role.SHOPPER;
    }

    private record Answer(Optional<SignedIn> account) {}
}
