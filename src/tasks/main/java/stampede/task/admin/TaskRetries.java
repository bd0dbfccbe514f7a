package stampede.task.admin;

import java.util.List;
import java.util.Optional;
import stampede.task.UnknownTask;

/**
 * How often and when tasks are tried again, changed while they run. What is set is kept in the database; every worker follows within
 * half a second, those that start later too, until it is set otherwise or taken back. An attempt that waits already keeps its time.
 */
public interface TaskRetries {

    /** All tasks that this node knows, by name. */
    List<TaskRetry> list();

    /** A task that this node knows. */
    Optional<TaskRetry> find(String task);

    /**
     * Sets it, after all {@link RetryTimesCheck} beans were asked. A wait that has no lane is spent in the outbox.
     *
     * @param version as it was when it was read
     * @return false if somebody has changed it since
     * @throws UnknownTask if this node knows no such task
     */
    boolean set(String task, RetryTimes times, long version);

    /**
     * Goes back to what the annotation says.
     *
     * @return false if nothing was set
     */
    boolean reset(String task);
}
