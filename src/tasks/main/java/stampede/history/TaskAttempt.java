package stampede.history;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import stampede.task.TaskState;

/**
 * One attempt that ended.
 *
 * @param number 1 for the first
 * @param state what it led to
 * @param error the stack trace, if it failed
 * @param nextAt when the next attempt was to follow
 */
public record TaskAttempt(
        int number,
        TaskState state,
        String worker,
        Instant endedAt,
        Duration runtime,
        Optional<String> error,
        Optional<Instant> nextAt) {}
