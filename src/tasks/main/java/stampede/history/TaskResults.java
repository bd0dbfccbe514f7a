package stampede.history;

import java.time.Duration;
import java.util.Optional;
import stampede.task.TaskId;
import stampede.task.TaskState;

/** What tasks are about and what they returned; of several that were sent under one id, the last. */
public interface TaskResults {

    /** Where the task stands. A task that nobody knows is PENDING, as in Celery. */
    TaskState state(TaskId id);

    /** What it returned; empty if it has not succeeded, or returns nothing. */
    <T> Optional<T> result(TaskId id, Class<T> type);

    /**
     * Waits until the task has ended.
     *
     * @return what it returned; empty if it returns nothing
     * @throws TaskNotDone if it failed, was cancelled, expired, or has not ended in time; says which
     */
    <T> Optional<T> await(TaskId id, Class<T> type, Duration most);
}
