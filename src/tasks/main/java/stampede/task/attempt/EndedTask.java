package stampede.task.attempt;

import java.time.Duration;
import stampede.task.message.Envelope;

/**
 * A task and how it ended.
 *
 * @param runtime how long the attempt took
 */
public record EndedTask(Envelope envelope, AttemptOutcome ending, Duration runtime) {}
