package stampede.task.admin;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import stampede.task.TaskId;

/** The tasks that were given up, for a person to decide about. */
public interface DeadTasks {

    /**
     * Tasks in this status, newest first.
     *
     * @param beforeId only those older than this one; {@link Long#MAX_VALUE} for the first page
     */
    List<DeadTask> list(DeadTask.Status status, long beforeId, int most);

    /** The same, but only those that fit the search. */
    List<DeadTask> search(DeadTask.Status status, DeadSearch search, long beforeId, int most);

    long count(DeadTask.Status status);

    long count(DeadTask.Status status, DeadSearch search);

    /** The same for all, but counted no further than this, so that it costs little however many there are. */
    long count(DeadTask.Status status, int most);

    /** The names of the tasks that wait for a decision, in order. */
    List<String> names();

    Optional<DeadTask> find(long id);

    /** Its message as it came; empty also if what it carries is {@link stampede.task.Sensitive}. */
    Optional<DeadMessage> message(long id);

    /**
     * The deaths under this id, newest first: more than one if it was replayed and died again, if another task was sent under the same
     * id, or if messages from elsewhere have it in common.
     */
    List<DeadTask> of(TaskId id);

    /** What the task was sent with; empty if its message cannot be read as that. */
    <T extends Record> Optional<T> payload(DeadTask dead, Class<T> type);

    /** Sends the task once more, as if it had never been tried. Answers false if somebody decided before. */
    boolean replay(long id);

    /** The same, but it is sent only after this wait. */
    boolean replay(long id, Duration wait);

    /**
     * Sends those of these tasks once more about which nobody has decided, evenly over this time, in the caller's transaction if there
     * is one.
     *
     * @param ids at most a few hundred
     * @return the numbers of those that are sent
     */
    List<Long> replay(Collection<Long> ids, Duration over);

    /** What those died of that wait for a decision: the most frequent errors first. */
    List<DeadGroup> groups(int most);

    /** Marks the task as not to be sent again. Answers false if somebody decided before. */
    boolean discard(long id);

    /**
     * Sends all tasks that fit once more, as {@link #replay} does, a few hundred per transaction, or all in the caller's
     * transaction if there is one. Those that die again meanwhile are left alone.
     *
     * @return how many
     */
    long replayAll(DeadSearch search);

    /**
     * Marks all tasks that fit as not to be sent again.
     *
     * @return how many
     */
    long discardAll(DeadSearch search);
}
