package stampede.history;

import java.time.Instant;
import java.util.Optional;
import stampede.task.TaskId;
import stampede.task.TaskState;

/**
 * What is known of one task.
 *
 * @param number counts the tasks of the history, for paging
 * @param queue without the prefix
 * @param attempts how many attempts have begun
 * @param root the task at whose root it hangs; itself if it was sent alone
 * @param parent the task that sent it or comes before it in a workflow
 * @param worker the node that ran it last
 * @param payload its arguments as JSON, cut if they are long
 * @param result what it returned, as JSON
 * @param error the first line of what went wrong last
 * @param dueAt when it may run, if it had to wait
 */
public record TaskRun(
        long number,
        TaskId id,
        String name,
        String queue,
        TaskState state,
        int attempts,
        TaskId root,
        Optional<TaskId> parent,
        Optional<String> worker,
        String payload,
        Optional<String> result,
        Optional<String> error,
        Instant sentAt,
        Optional<Instant> dueAt,
        Optional<Instant> startedAt,
        Optional<Instant> endedAt) {

    /** When a task of this number was first heard of. */
    public static Instant timeOf(long number) {
        return Instant.ofEpochMilli(number >> RunProgress.BITS_BELOW_TIME);
    }
}
