package stampede.support;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionException;

/**
 * Tells a failing task from a failing server. What the engine itself does in the database is repeated while the database is away, or
 * takes no writes, and when it was chosen to give way to another transaction. A handler is not run again behind its back: when it fails
 * because of the database, its thread waits until that is back, so that an outage costs one attempt at most.
 */
public class OutageRetry {

    private static final Logger log = LoggerFactory.getLogger(OutageRetry.class);
    private static final int MOST_REPEATS = 5;

    private final DatabaseProbe database;
    private final AtomicBoolean paused = new AtomicBoolean();
    private final OutageBackoff backoff = new OutageBackoff();

    OutageRetry(DatabaseProbe database) {
        this.database = database;
    }

    /**
     * Runs what is the engine's own, and again while servers are the reason that it fails.
     *
     * @throws HandBack if the node stops meanwhile
     * @throws Exception what it threw at last, if that is its own fault
     */
    <T extends @Nullable Object> T sitOut(Callable<T> run) throws Exception {
        return sitOut(run, failure -> true);
    }

    /**
     * The same for a handler that runs in a transaction of the engine's, which has been rolled back when it is repeated.
     *
     * @param repeatable which failures the handler lets be repeated
     */
    public <T extends @Nullable Object> T sitOut(Callable<T> run, Predicate<Exception> repeatable) throws Exception {
        for (int repeat = 0; ; repeat++) {
            try {
                var answer = run.call();
                logResumption();
                return answer;
            } catch (Exception failure) {
                if (!repeatable.test(failure) || !isWorthRepeating(failure, repeat)) {
                    throw failure;
                }
                pause(failure, repeat);
            }
        }
    }

    /**
     * Runs what throws nothing checked; see {@link #sitOut}.
     *
     * @throws HandBack if the node stops meanwhile
     */
    public void holdWhileAway(Runnable run) {
        try {
            sitOut(() -> {
                run.run();
                return true;
            });
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * Returns at once unless the database is the reason of the failure, and away; then when it is back.
     *
     * @throws HandBack if the node stops meanwhile
     */
    public void waitForDatabaseAfter(Exception failure) {
        if (!isFromServers(failure)) {
            return;
        }
        for (int look = 0; !databaseAnswers(); look++) {
            pause(failure, look);
        }
        logResumption();
    }

    /**
     * Waits a while before something is tried again.
     *
     * @throws HandBack if the node stops meanwhile
     */
    public void rest() {
        restFor(OutageBackoff.SHORTEST);
    }

    /**
     * Waits.
     *
     * @throws HandBack if the node stops meanwhile
     */
    public void restFor(Duration time) {
        if (backoff.stopsWithin(time)) {
            throw new HandBack();
        }
    }

    /** Waits a while, or until the node stops. */
    public void pause() {
        var unused = backoff.stopsWithin(OutageBackoff.SHORTEST);
    }

    /** Whether the node has begun to stop, so that no further run should start. */
    public boolean isStopping() {
        return backoff.isStopping();
    }

    private boolean isWorthRepeating(Exception failure, int repeat) {
        if (!isFromServers(failure)) {
            return false;
        }
        if (isDeadlock(failure) || isResource(failure)) {
            return repeat < MOST_REPEATS || !databaseAnswers();
        }
        return !databaseAnswers();
    }

    private static boolean isFromServers(Throwable failure) {
        return causes(failure)
                .anyMatch(cause -> cause instanceof DataAccessException
                        || cause instanceof TransactionException
                        || cause instanceof SQLException);
    }

    private static boolean isDeadlock(Throwable failure) {
        return causes(failure).anyMatch(ConcurrencyFailureException.class::isInstance);
    }

    private static boolean isResource(Throwable failure) {
        return causes(failure)
                .anyMatch(cause -> cause instanceof DataAccessResourceFailureException
                        || cause instanceof TransientDataAccessResourceException
                        || cause instanceof RecoverableDataAccessException
                        || cause instanceof CannotCreateTransactionException);
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.<Throwable>iterate(failure, cause -> cause != null, Throwable::getCause)
                .limit(20);
    }

    /** To a write: one that is read-only is away for tasks, though it answers. */
    private boolean databaseAnswers() {
        try {
            database.write();
            return true;
        } catch (DataAccessException away) {
            return false;
        }
    }

    private void pause(Exception failure, int repeat) {
        if (!isDeadlock(failure) && paused.compareAndSet(false, true)) {
            log.warn("Tasks are held until the servers are back: {}", failure.toString());
        }
        if (backoff.stopsWithin(isDeadlock(failure) ? aMoment() : backoff.after(repeat))) {
            throw new HandBack();
        }
    }

    private void logResumption() {
        if (paused.get() && paused.compareAndSet(true, false)) {
            log.info("Tasks go on");
        }
    }

    private static Duration aMoment() {
        return Duration.ofMillis(ThreadLocalRandom.current().nextInt(5, 50));
    }

    /** The node runs; from now on it is worth waiting. */
    public void start() {
        backoff.start();
    }

    /** The node stops; no run waits any longer. */
    public void stop() {
        backoff.stop();
    }

    /** The node stops, so the message goes back to the broker as it came. */
    public static final class HandBack extends RuntimeException {

        public HandBack() {
            super("The node stops");
        }
    }
}
