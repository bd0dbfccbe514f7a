package stampede.support;

import java.util.function.Supplier;
import org.springframework.dao.PessimisticLockingFailureException;

/** Runs a transaction again that the database ended for a deadlock, which leaves nothing of it behind. */
public final class DeadlockRetry {

    private static final int MOST_TRIES = 5;

    private DeadlockRetry() {}

    /**
     * At most five times; inside a transaction that is open already only once, as that one is ended too.
     *
     * @param transaction begins, works and commits
     * @throws PessimisticLockingFailureException if it was ended each time
     */
    public static <T> T run(Supplier<T> transaction) {
        for (var tried = 1; ; tried++) {
            try {
                return transaction.get();
            } catch (PessimisticLockingFailureException deadlock) {
                if (tried == MOST_TRIES || OpenTransaction.isThere()) {
                    throw deadlock;
                }
            }
        }
    }
}
