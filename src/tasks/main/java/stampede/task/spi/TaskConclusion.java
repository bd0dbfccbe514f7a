package stampede.task.spi;

import java.util.List;

/**
 * Has to know how attempts ended before their messages are acknowledged. If the node dies in between, the task is run and
 * told again, so being told twice must do nothing. Several attempts may come together, of one batch or of one moment.
 */
public interface TaskConclusion {

    /**
     * Writes down what follows from the ends, and returns when that is safe, or will be when the current transaction commits. RETRY,
     * SUCCESS, CANCELLED and EXPIRED come from the worker that saw them, FAILURE when the task is stored among the dead tasks.
     *
     * @throws RuntimeException if it cannot. Then nothing of these ends is committed; each is told again alone, a few times within
     *     minutes, and what is refused to the last goes to the dead tasks
     */
    void conclude(List<TaskStep> ends);

    /**
     * Whether what it writes for this end must be committed together with what others write for it, such as its next attempt. Where
     * nobody says so for any of the ends, no transaction is begun for them.
     */
    default boolean needsTransaction(TaskStep end) {
        return true;
    }
}
