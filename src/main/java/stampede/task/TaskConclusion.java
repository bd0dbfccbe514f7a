package stampede.task;

import java.util.List;

/**
 * Has to know how attempts ended before their messages are acknowledged. If the node dies in between, the task is run and
 * told again, so being told twice must do nothing. Several attempts may come together, of one batch or of one moment.
 */
public interface TaskConclusion {

    /**
     * Takes the ends to heart, and returns when they are safe. RETRY, SUCCESS, CANCELLED and EXPIRED come from the worker that
     * saw them, FAILURE when the task is laid among the dead tasks.
     *
     * @throws RuntimeException if it cannot; the messages then go back to the broker
     */
    void conclude(List<TaskStep> ends);
}
