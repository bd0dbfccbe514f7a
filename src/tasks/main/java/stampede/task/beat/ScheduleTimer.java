package stampede.task.beat;

import java.time.Instant;
import stampede.task.handler.BeatDefinition;

/** When this node has to look after a schedule next. What was sent is in {@link ScheduleRepository}, not here. */
public final class ScheduleTimer {

    private final BeatDefinition beat;
    private Instant next;

    /** @param last the last tick that was sent */
    public ScheduleTimer(BeatDefinition beat, Instant last) {
        this.beat = beat;
        this.next = beat.rhythm().nextAfter(last);
    }

    BeatDefinition beat() {
        return beat;
    }

    public Instant next() {
        return next;
    }

    public boolean isDue(Instant now) {
        return !next.isAfter(now);
    }

    /** Goes on to the first tick after now. */
    public void advance(Instant now) {
        next = beat.rhythm().nextAfter(now);
    }
}
