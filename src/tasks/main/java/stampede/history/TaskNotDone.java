package stampede.history;

import stampede.task.TaskId;
import stampede.task.TaskState;

/** There is no result, and the state says why: it failed, was cancelled, expired, or has not ended yet. */
public final class TaskNotDone extends RuntimeException {

    private final TaskState state;

    TaskNotDone(TaskId id, TaskState state, String why) {
        super("Task %s is %s: %s".formatted(id, state, why));
        this.state = state;
    }

    public TaskState state() {
        return state;
    }
}
