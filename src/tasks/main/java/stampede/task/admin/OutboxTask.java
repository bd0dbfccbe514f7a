package stampede.task.admin;

import java.time.Instant;
import java.util.Optional;
import stampede.task.TaskId;

/**
 * A task that waits in the database for its time or for the broker.
 *
 * @param number its row
 * @param queue without the prefix
 * @param id empty if its message has none
 * @param name the task's name on the wire; empty if its message has none
 * @param attempt which attempt it waits for; 1 for the first
 * @param due when it is wanted
 * @param why it waits
 */
public record OutboxTask(
        long number, String queue, Optional<TaskId> id, String name, int attempt, Instant due, TaskWait why) {}
