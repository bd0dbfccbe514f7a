package stampede.compensation;

import java.time.Instant;

/**
 * A line of the log.
 *
 * @param at when, to the millisecond
 * @param node who wrote it
 * @param of what was done
 */
public record CompensationLine(Instant at, String node, Compensation of) {}
