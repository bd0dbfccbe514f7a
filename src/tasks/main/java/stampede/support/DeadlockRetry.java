package stampede.support;

import java.sql.SQLException;
import java.util.function.Supplier;
import org.springframework.dao.PessimisticLockingFailureException;

/**
 * Runs a transaction again that the database ended for a deadlock, which leaves nothing of it behind. One that has waited for a lock as
 * long as the database lets it is not run again: somebody waits for the answer.
 */
public final class DeadlockRetry {

    private static final int MOST_TRIES = 5;

    /** ER_LOCK_DEADLOCK of MySQL and MariaDB. */
    private static final int DEADLOCK = 1213;

    private DeadlockRetry() {}

    /**
     * At most five times; inside a transaction that is open already only once, as that one is ended too.
     *
     * @param transaction begins, works and commits
     * @throws PessimisticLockingFailureException if it was ended each time, or has waited for a lock too long
     */
    public static <T> T run(Supplier<T> transaction) {
        for (var tried = 1; ; tried++) {
            try {
                return transaction.get();
            } catch (PessimisticLockingFailureException ended) {
                if (tried == MOST_TRIES || OpenTransaction.isThere() || !isDeadlock(ended)) {
                    throw ended;
                }
            }
        }
    }

    private static boolean isDeadlock(PessimisticLockingFailureException ended) {
        return ended.getMostSpecificCause() instanceof SQLException cause && cause.getErrorCode() == DEADLOCK;
    }
}
