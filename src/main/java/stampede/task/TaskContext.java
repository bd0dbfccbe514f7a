package stampede.task;

/**
 * What a running task may know of itself.
 *
 * @param id the task's id, the same over all attempts
 * @param name the task's name on the wire
 * @param attempt 1 for the first attempt
 */
public record TaskContext(TaskId id, String name, int attempt) {}
