package stampede.celery;

import java.time.Duration;
import java.util.Optional;
import stampede.task.TaskId;
import stampede.task.TaskState;

/** Tasks that Celery's own workers run. */
public interface CeleryTasks {

    /**
     * Sends a task: inside a transaction if and only if that commits, outside of one at once, with the broker's confirmation awaited.
     *
     * @throws stampede.task.TaskNotSent outside a transaction, if the broker did not confirm, for instance because there is no such
     *     queue; the task may have been sent all the same
     */
    TaskId send(CeleryCall call);

    /** Where the task stands, as Celery's result backend tells it; PENDING if it knows nothing of the task. */
    TaskState state(TaskId id);

    /**
     * Calls a task off, as {@link stampede.task.Tasks#cancel} does: one that still waits here is not sent, and Celery's workers are told
     * to revoke it, again and again until it has ended. A worker that runs it in a process ends that process; one that runs tasks in its
     * own, such as with {@code --pool solo}, finishes it.
     *
     * @return false if that was asked before
     */
    boolean cancel(TaskId id);

    /**
     * Waits for the task's end.
     *
     * @return what it returned; empty if that is None
     * @throws CeleryTaskFailed if it failed or was revoked; carries the name and the words of Python's exception
     * @throws CeleryTaskNotDone if it has not ended in time; it may still
     */
    <T> Optional<T> await(TaskId id, Class<T> type, Duration most);
}
