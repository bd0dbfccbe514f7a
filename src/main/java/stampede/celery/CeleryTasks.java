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
     * Waits for the task's end.
     *
     * @return what it returned; empty if that is None
     * @throws CeleryTaskFailed if it failed or was revoked; carries the name and the words of Python's exception
     * @throws CeleryTaskNotDone if it has not ended in time; it may still
     */
    <T> Optional<T> await(TaskId id, Class<T> type, Duration most);
}
