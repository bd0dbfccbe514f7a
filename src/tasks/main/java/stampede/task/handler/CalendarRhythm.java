package stampede.task.handler;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.support.CronExpression;

/**
 * Ticks by the calendar of a zone. Where clocks are changed, a time of day still ticks once: a time that is left out ticks as
 * much later, and of a time that comes twice the first counts. An hour of {@code *} means every hour that passes.
 */
final class CalendarRhythm implements Rhythm {

    private static final int HOUR_FIELD = 2;

    private final CronExpression cron;
    private final ZoneId zone;
    private final boolean everyHour;

    private CalendarRhythm(CronExpression cron, ZoneId zone) {
        this.cron = cron;
        this.zone = zone;
        this.everyHour = cron.toString().split(" ", -1)[HOUR_FIELD].startsWith("*");
    }

    /** @throws IllegalArgumentException if the expression is not six fields as in Spring */
    static CalendarRhythm of(String cron, ZoneId zone) {
        return new CalendarRhythm(CronExpression.parse(cron), zone);
    }

    @Override
    public Instant nextAfter(Instant instant) {
        if (everyHour) {
            var next = cron.next(instant.atZone(zone));
            return next == null ? Instant.MAX : next.toInstant();
        }
        var local = beginning(instant);
        do {
            local = cron.next(local);
        } while (local != null && !instantOf(local).isAfter(instant));
        return local == null ? Instant.MAX : instantOf(local);
    }

    /** Shortly after clocks went forward, the times that they left out are still to come. */
    private LocalDateTime beginning(Instant instant) {
        var change = zone.getRules().previousTransition(instant.plusNanos(1));
        return change != null
                        && change.isGap()
                        && instant.isBefore(change.getInstant().plus(change.getDuration()))
                ? change.getDateTimeBefore().minusNanos(1)
                : LocalDateTime.ofInstant(instant, zone);
    }

    private Instant instantOf(@Nullable LocalDateTime local) {
        return local == null ? Instant.MAX : local.atZone(zone).toInstant();
    }

    @Override
    public String toString() {
        return cron.toString();
    }
}
