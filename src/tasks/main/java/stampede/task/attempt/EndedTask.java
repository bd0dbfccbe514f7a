package stampede.task.attempt;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import stampede.task.message.Envelope;

/**
 * A task and how it ended.
 *
 * @param runtime how long the attempt took
 * @param endedAt when; one and the same for all that ran together. Empty for what was not run
 */
public record EndedTask(Envelope envelope, AttemptOutcome ending, Duration runtime, Optional<Instant> endedAt) {

    /** It was not run. */
    public EndedTask(Envelope envelope, AttemptOutcome ending) {
        this(envelope, ending, Duration.ZERO, Optional.empty());
    }
}
