package stampede.task;

import java.time.Instant;
import java.time.ZoneId;
import org.springframework.scheduling.support.CronExpression;

/** One schedule: which instants of the calendar it ticks at, and the task that its ticks start. */
record BeatDefinition(TaskDefinition task, CronExpression cron, ZoneId zone, Beat.Misfire misfire) {

    String schedule() {
        return task.name();
    }

    /** The first tick after the instant; {@link Instant#MAX} if there is none any more. */
    Instant nextAfter(Instant instant) {
        var next = cron.next(instant.atZone(zone));
        return next == null ? Instant.MAX : next.toInstant();
    }

    /** The last tick up to and including {@code now}, given one before it. */
    Instant lastUpTo(Instant now, Instant tick) {
        var last = tick;
        for (var next = nextAfter(tick); !next.isAfter(now); next = nextAfter(next)) {
            last = next;
        }
        return last;
    }
}
