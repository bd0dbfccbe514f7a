package stampede.task.admin;

import stampede.task.TaskId;

/**
 * A task was given up and is now among the {@link DeadTasks}. Announced in the transaction that stored it.
 *
 * @param deadTask its number there
 * @param name the task's name on the wire
 * @param error why it was given up
 */
public record TaskDied(long deadTask, TaskId taskId, String name, String error) {}
