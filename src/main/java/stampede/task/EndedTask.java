package stampede.task;

import java.time.Duration;

/**
 * A task and how it ended.
 *
 * @param runtime how long the attempt took
 */
record EndedTask(Envelope envelope, Ending ending, Duration runtime) {}
