package stampede.order;

import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionSystemException;
import stampede.servers.Failures;
import stampede.support.DatabaseProbe;
import stampede.support.OutageBackoff;

/** Does again what failed because the database was away or took no writes, if it may be done again. */
@Component
class DatabaseRetry {

    private static final Logger log = LoggerFactory.getLogger(DatabaseRetry.class);

    /** The broker would take the messages back. After this the engine waits on, and an attempt has failed. */
    private static final Duration ENOUGH = Duration.ofMinutes(5);

    private static final int MOST_CAUSES = 20;

    private final OutageBackoff backoff = new OutageBackoff();

    /** What still waits goes back to the broker. */
    @EventListener(ContextClosedEvent.class)
    void stop() {
        backoff.stop();
    }

    /**
     * Answers what the work answers, as soon as the database lets it.
     *
     * @param work leaves nothing behind that matters when it fails
     * @throws DataAccessException what it threw at last: for another reason, after five minutes, or because the node stops
     * @throws TransactionException the same
     */
    <T> T whileAway(Supplier<T> work) {
        var deadline = System.nanoTime() + ENOUGH.toNanos();
        for (int tried = 0; ; tried++) {
            try {
                return work.get();
            } catch (DataAccessException | TransactionException failure) {
                if (!isAway(failure) || System.nanoTime() - deadline > 0) {
                    throw failure;
                }
                if (tried == 0) {
                    log.warn("The database does not do its part, trying on: {}", Failures.reason(failure));
                }
                if (backoff.stopsWithin(backoff.after(tried))) {
                    throw failure;
                }
            }
        }
    }

    private static boolean isAway(Throwable failure) {
        return DatabaseProbe.isReadOnly(failure)
                || Stream.<Throwable>iterate(failure, cause -> cause != null, Throwable::getCause)
                        .limit(MOST_CAUSES)
                        .anyMatch(DatabaseRetry::isOutage);
    }

    private static boolean isOutage(Throwable cause) {
        return cause instanceof DataAccessResourceFailureException
                || cause instanceof TransientDataAccessResourceException
                || cause instanceof RecoverableDataAccessException
                || cause instanceof CannotCreateTransactionException
                || cause instanceof TransactionSystemException
                || (cause instanceof SQLException said && isBroken(said));
    }

    /** Connections that broke are of class 08, those that a server ends when it is shut down of class 70. */
    private static boolean isBroken(SQLException said) {
        var state = String.valueOf(said.getSQLState());
        return state.startsWith("08") || state.startsWith("70");
    }
}
