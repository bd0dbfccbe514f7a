package stampede.task.handler;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import stampede.task.Beat;
import stampede.task.Tick;

/**
 * One schedule: which instants it ticks at, and the task that its ticks start.
 *
 * @param overlap whether a tick is sent while an earlier one has not ended
 */
public record BeatDefinition(TaskDefinition task, Rhythm rhythm, ZoneId zone, Beat.Misfire misfire, boolean overlap) {

    /** A tick that is later than this was missed rather than delayed. */
    private static final Duration LATE = Duration.ofSeconds(30);

    public String schedule() {
        return task.name();
    }

    /**
     * The ticks to send now, earliest first.
     *
     * @param last the last tick that was sent
     */
    public List<Tick> due(Instant last, Instant now) {
        var ticks = rhythm.newest(misfire == Beat.Misfire.FIRE_ALL ? Beat.MOST_AT_ONCE : 1, last, now);
        return ticks.stream()
                .filter(tick -> misfire != Beat.Misfire.SKIP || !tick.isBefore(now.minus(LATE)))
                .map(tick -> new Tick(schedule(), tick))
                .toList();
    }
}
