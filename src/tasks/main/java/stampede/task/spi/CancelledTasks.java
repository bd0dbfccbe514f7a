package stampede.task.spi;

import java.util.Collection;
import java.util.Set;
import stampede.task.TaskId;

/** Knows which tasks were called off, for those who extend the engine. */
public interface CancelledTasks {

    /** Those among them that were, and have not ended. */
    Set<TaskId> among(Collection<TaskId> ids);
}
