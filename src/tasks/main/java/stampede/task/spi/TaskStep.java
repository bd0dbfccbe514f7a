package stampede.task.spi;

import java.time.Instant;
import java.util.Optional;
import stampede.task.TaskState;

/**
 * Something that happened to a task: it was sent, started, or an attempt of it ended.
 *
 * @param state where it stands now
 * @param message the message it travels in
 * @param at when it happened
 * @param run what is known of the attempt that ended; empty for what was sent or started
 */
public record TaskStep(TaskState state, TaskMessage message, Instant at, Optional<AttemptEnd> run) {}
