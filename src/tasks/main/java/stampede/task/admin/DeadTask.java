package stampede.task.admin;

import java.time.Instant;
import stampede.task.TaskId;

/**
 * A task that was given up.
 *
 * @param name the task's name on the wire; empty if the message had none
 * @param queue where it waited, without the prefix
 * @param body the message's body as it came
 * @param error why it was given up
 * @param attempts how often it was tried, as far as it was counted
 * @param times how often the very same message came here; more than once if it is sent from outside again and again
 */
public record DeadTask(
        long id,
        TaskId taskId,
        String name,
        String queue,
        String body,
        String error,
        int attempts,
        int times,
        Status status,
        Instant diedAt,
        Instant changedAt) {

    public enum Status {
        /** Waits for someone to decide. */
        DEAD,
        /** Was sent again. */
        REPLAYED,
        /** Shall not be sent again. */
        DISCARDED
    }
}
