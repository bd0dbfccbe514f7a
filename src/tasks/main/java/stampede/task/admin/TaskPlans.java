package stampede.task.admin;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The kinds of tasks that this node knows. */
public interface TaskPlans {

    /** All of them, by name. */
    List<TaskPlan> list();

    Optional<TaskPlan> find(String name);

    /** How often a task is tried once more after its retries are used up. */
    int lastTries();

    /** The wait before each of those. */
    Duration lastTryDelay();
}
