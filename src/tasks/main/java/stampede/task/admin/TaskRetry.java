package stampede.task.admin;

import java.time.Instant;
import java.util.Optional;

/**
 * When a task is tried again that has failed.
 *
 * @param plan what its annotation says
 * @param set what goes before the annotation, if somebody has set it
 * @param version grows with each change of what is set; 0 if nothing is
 * @param changedAt when it was set
 */
public record TaskRetry(TaskPlan plan, Optional<RetryTimes> set, long version, Optional<Instant> changedAt) {}
