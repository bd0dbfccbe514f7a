package stampede.task.admin;

import java.time.Instant;
import java.util.Optional;
import stampede.task.TaskId;

/** Tells what tasks wait for that have not begun. */
public interface TaskWaits {

    /**
     * What this one waits for, as far as that can be known without looking into the broker's queues.
     *
     * @param name of the task, on the wire
     * @param queue without the prefix
     * @param due when it may run, if it had to wait
     */
    TaskWait find(TaskId id, String name, String queue, Optional<Instant> due);
}
