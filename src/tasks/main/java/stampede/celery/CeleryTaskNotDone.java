package stampede.celery;

import java.time.Duration;
import stampede.task.TaskId;
import stampede.task.TaskState;

/** A task of Celery's has not ended in the time it was given. */
public final class CeleryTaskNotDone extends RuntimeException {

    CeleryTaskNotDone(TaskId id, TaskState state, Duration waited) {
        super("Celery's task %s is %s after %d ms".formatted(id, state, waited.toMillis()));
    }
}
