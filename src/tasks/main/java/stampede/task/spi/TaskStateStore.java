package stampede.task.spi;

import java.util.Collection;
import java.util.List;
import stampede.task.TaskId;
import stampede.task.TaskState;

/** The memory of how tasks ended, for the engine to ask: it forgets a task itself when that has ended. */
public interface TaskStateStore {

    /**
     * A task was sent under an id that may have been used before. Returns when that can be read, so that whoever asks for the id from
     * now on is told of this task and not of the one before; in the caller's transaction, if there is one.
     */
    void begin(TaskStep sent);

    /** What is known of tasks under these ids: one entry per id and life. Nothing of those whose ends need not be remembered. */
    List<Known> find(Collection<TaskId> ids);

    /**
     * Where a task stands.
     *
     * @param life see {@link TaskMessage#life()}
     */
    record Known(TaskId id, long life, TaskState state) {}
}
