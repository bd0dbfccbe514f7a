package stampede.task.attempt;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import stampede.task.handler.RetryPlan;

/** How one run of a task ended, or why there was none. */
public sealed interface AttemptOutcome {

    /**
     * It succeeded.
     *
     * @param result what the handler returned, as JSON
     */
    record Done(Optional<String> result) implements AttemptOutcome {}

    /** To be tried again, as often as its plan allows. */
    record Failed(String why, Optional<Throwable> thrown) implements AttemptOutcome {}

    /** To be given up at once. */
    record Hopeless(String why, Optional<Throwable> thrown) implements AttemptOutcome {}

    /** Could not even be run: it goes to the dead tasks as it came. */
    record Unreadable(String why) implements AttemptOutcome {}

    /** Nobody wants it any more. */
    record Expired() implements AttemptOutcome {}

    /** Called off before it began, or while it ran. */
    record Cancelled() implements AttemptOutcome {}

    /** Came before its time. */
    record Early(Instant due) implements AttemptOutcome {}

    /** May run, but not yet, because too many have begun; its turn is reserved. */
    record PutOff(Instant due) implements AttemptOutcome {}

    /** Whether it ran and threw. */
    default boolean hasFailed() {
        return this instanceof Failed || this instanceof Hopeless;
    }

    static AttemptOutcome of(Throwable error, RetryPlan retries) {
        return retries.isHopeless(error)
                ? new Hopeless(textOf(error), Optional.of(error))
                : new Failed(textOf(error), Optional.of(error));
    }

    /** What is written down about an error: its stack trace, cut to fit a message header. */
    static String textOf(Throwable error) {
        var text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.getBuffer().substring(0, Math.min(text.getBuffer().length(), 4000));
    }

    /** For the metric's tag. */
    default String outcome() {
        return getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }
}
