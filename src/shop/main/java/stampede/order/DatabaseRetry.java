package stampede.order;

import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import stampede.servers.DatabaseOutage;
import stampede.servers.Failures;
import stampede.support.OutageBackoff;

/** Does again what failed because the database was away or took no writes, if it may be done again. */
@Component
class DatabaseRetry {

    private static final Logger log = LoggerFactory.getLogger(DatabaseRetry.class);

    /** The broker would take the messages back. After this the engine waits on, and an attempt has failed. */
    private static final Duration ENOUGH = Duration.ofMinutes(5);

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
                if (!DatabaseOutage.isBehind(failure) || System.nanoTime() - deadline > 0) {
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
}
