package stampede.task.admin;

import java.time.Instant;
import stampede.task.TaskId;

/**
 * A key that a task has for itself, so that no other of the same key is sent.
 *
 * @param holder the task that has it
 * @param until when it is free at the latest
 */
public record HeldUniqueKey(String key, TaskId holder, Instant until) {}
