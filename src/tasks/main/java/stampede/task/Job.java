package stampede.task;

/**
 * One task of a batch.
 *
 * @param payload what is to be done
 * @param context what the task may know of itself
 */
public record Job<P extends Record>(P payload, TaskContext context) {}
