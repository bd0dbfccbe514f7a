package stampede.task.spi;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How one attempt of a task ended.
 *
 * @param result what the handler returned, as JSON; empty for {@code void} and for everything but success
 * @param error what it threw, as a stack trace cut to 4,000 characters; empty for success
 * @param thrown the exception itself, while it is at hand: not when the broker or another process told of the end
 * @param runtime how long the attempt took; of a batch, the whole batch
 * @param nextAttempt when it is tried again, if it is; a last try comes a little later if dead letters have to wait
 * @param hopeless whether it is certain that it is not; the task's own end is told next
 * @param lastTry whether what comes next is a last try, because the retries of its plan are used up
 */
public record AttemptEnd(
        Optional<String> result,
        Optional<String> error,
        Optional<Throwable> thrown,
        Duration runtime,
        Optional<Instant> nextAttempt,
        boolean hopeless,
        boolean lastTry) {

    /** One after which there is no last try. */
    public AttemptEnd(
            Optional<String> result,
            Optional<String> error,
            Optional<Throwable> thrown,
            Duration runtime,
            Optional<Instant> nextAttempt,
            boolean hopeless) {
        this(result, error, thrown, runtime, nextAttempt, hopeless, false);
    }
}
