package stampede.monitor;

import java.util.Optional;
import stampede.history.TaskStatistics;
import stampede.task.TaskState;
import stampede.task.admin.TaskPlan;

/**
 * A kind of task: how it is run, and what there was of it lately.
 *
 * @param plan empty if this node has no handler for it
 */
record KnownTask(String name, Optional<TaskPlan> plan, TaskStatistics.OfName figures) {

    /** How many have succeeded. */
    public long succeeded() {
        return figures.in(TaskState.SUCCESS);
    }

    /** How many have failed and wait for their next attempt. */
    public long retrying() {
        return figures.in(TaskState.RETRY);
    }

    /** How many were given up. */
    public long failed() {
        return figures.in(TaskState.FAILURE);
    }
}
