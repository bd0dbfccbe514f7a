package stampede.task.admin;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import stampede.task.Beat;

/**
 * A schedule at this moment.
 *
 * @param name of the schedule and of its task
 * @param rhythm a cron expression, or a fixed rate such as {@code every 30s}
 * @param every the fixed rate, if it has one
 * @param zone where the calendar is read
 * @param last the last tick that was sent
 * @param next the next tick
 */
public record TaskSchedule(
        String name,
        String queue,
        String rhythm,
        Optional<Duration> every,
        ZoneId zone,
        Beat.Misfire misfire,
        Optional<Instant> last,
        Instant next) {}
