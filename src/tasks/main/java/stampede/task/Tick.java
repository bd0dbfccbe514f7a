package stampede.task;

import java.time.Instant;

/**
 * One beat of a schedule.
 *
 * @param schedule the name given in {@link Beat#name()}
 * @param due when it was to tick; it may run somewhat later
 */
public record Tick(String schedule, Instant due) {}
