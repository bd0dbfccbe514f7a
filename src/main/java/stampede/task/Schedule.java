package stampede.task;

import java.time.Instant;

/** When this node has to look after a schedule next. What was sent is in {@link ScheduleTable}, not here. */
final class Schedule {

    private final BeatDefinition beat;
    private Instant next;

    /** @param last the last tick that was sent */
    Schedule(BeatDefinition beat, Instant last) {
        this.beat = beat;
        this.next = beat.rhythm().nextAfter(last);
    }

    BeatDefinition beat() {
        return beat;
    }

    Instant next() {
        return next;
    }

    boolean isDue(Instant now) {
        return !next.isAfter(now);
    }

    /** Goes on to the first tick after now. */
    void advance(Instant now) {
        next = beat.rhythm().nextAfter(now);
    }
}
