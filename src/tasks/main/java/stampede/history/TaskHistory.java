package stampede.history;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import stampede.task.TaskId;

/** The tasks of the last days, for people to look into. */
public interface TaskHistory {

    /** The task with this id; of several that were sent under it, the last. */
    Optional<TaskRun> find(TaskId id);

    /** So many tasks a search looks at one by one, from where it begins, for a queue, a worker, a text or without some names. */
    int MOST_LOOKED_AT = 20_000;

    /** Among so many tasks before and after one the others of its batch are looked for. */
    int MOST_OF_NAME = 2_000;

    /** How far {@link #count} counts. */
    int MOST_COUNTED = 10_000;

    /** What matches, newest first; by queue, worker, text or without some names, among {@link #MOST_LOOKED_AT} tasks. */
    List<TaskRun> search(RunSearch search);

    /** The number of the task that a search is the last to look at, if there are older ones that it does not look at any more. */
    Optional<Long> reach(RunSearch search);

    /** How many match, wherever the page begins, counted up to {@link #MOST_COUNTED}. */
    long count(RunSearch search);

    /** Attempts that failed, and the last one, in order. */
    List<TaskAttempt> attempts(TaskId id);

    /** The tasks that hang at the same root, in the order they were sent; at most 500. */
    List<TaskRun> family(TaskId root);

    /** Those of these tasks that are in the history, without long texts; of several that were sent under one id, the last. */
    List<TaskRun> list(Collection<TaskId> ids);

    /**
     * The tasks of a batch: those that began with this one on the same worker, itself among them, in the order they were sent. They are
     * looked for among the {@link #MOST_OF_NAME} of its name that were sent before it, and as many after; at most 500.
     */
    List<TaskRun> batch(TaskRun run);

    /** The names of all tasks in the history. */
    List<String> names();
}
