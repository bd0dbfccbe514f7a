package stampede.task;

import java.time.Duration;
import java.util.Objects;
import stampede.task.spi.TaskMessage;

/** What a running task may know of itself. Two are equal if they are the same attempt of the same task. */
public final class TaskContext {

    private final TaskId id;
    private final String name;
    private final int attempt;
    private final long life;
    private volatile boolean cancelled;

    /**
     * @param id the task's id, the same over all attempts
     * @param name the task's name on the wire
     * @param attempt 1 for the first attempt
     */
    public TaskContext(TaskId id, String name, int attempt) {
        this(id, name, attempt, 0);
    }

    /** @param life which task of its id it is, see {@link TaskMessage#life()} */
    public TaskContext(TaskId id, String name, int attempt, long life) {
        this.id = id;
        this.name = name;
        this.attempt = attempt;
        this.life = life;
    }

    public TaskId id() {
        return id;
    }

    public String name() {
        return name;
    }

    public int attempt() {
        return attempt;
    }

    /** Whether somebody called the task off while it ran. Its thread is interrupted too; whoever works long may look here. */
    public boolean isCancelled() {
        return cancelled;
    }

    /**
     * To be thrown by a handler that knows when it should be tried again: {@code throw context.retryIn(Duration.ofMinutes(5))}. It
     * counts as a failed attempt, of which there are as many as {@link Retry} allows.
     */
    public TryAgain retryIn(Duration delay) {
        return new TryAgain(delay, null);
    }

    /** The same, and {@link Retry} and {@link NoRetry} look at the cause. */
    public TryAgain retryIn(Duration delay, Throwable cause) {
        return new TryAgain(delay, cause);
    }

    public long life() {
        return life;
    }

    public void cancel() {
        cancelled = true;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TaskContext that
                && id.equals(that.id)
                && name.equals(that.name)
                && attempt == that.attempt
                && life == that.life;
    }

    @Override
    public int hashCode() {
        return Objects.hash(id, name, attempt, life);
    }

    @Override
    public String toString() {
        return name + " " + id + " attempt " + attempt;
    }
}
