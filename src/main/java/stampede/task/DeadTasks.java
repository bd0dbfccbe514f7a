package stampede.task;

import java.util.List;
import java.util.Optional;

/** The tasks that were given up, for a person to decide about. */
public interface DeadTasks {

    /**
     * Tasks in this status, newest first.
     *
     * @param beforeId only those older than this one; {@link Long#MAX_VALUE} for the first page
     */
    List<DeadTask> list(DeadTask.Status status, long beforeId, int most);

    long count(DeadTask.Status status);

    Optional<DeadTask> find(long id);

    /** Sends the task once more, as if it had never been tried. Answers false if somebody decided before. */
    boolean replay(long id);

    /** Marks the task as not to be sent again. Answers false if somebody decided before. */
    boolean discard(long id);
}
