package stampede.history;

import java.util.List;
import java.util.Optional;
import stampede.task.TaskId;

/** The tasks of the last days, for people to look into. */
public interface TaskHistory {

    /** The task with this id; of several that were sent under it, the last. */
    Optional<TaskRun> find(TaskId id);

    /** What matches, newest first. */
    List<TaskRun> search(RunSearch search);

    /** Attempts that failed, and the last one, in order. */
    List<TaskAttempt> attempts(TaskId id);

    /** The tasks that hang at the same root, in the order they were sent; at most 500. */
    List<TaskRun> family(TaskId root);

    /** The names of all tasks in the history. */
    List<String> names();
}
