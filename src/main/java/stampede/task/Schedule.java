package stampede.task;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Where one schedule stands on this node: which tick comes next, and what to do about those that were missed. */
final class Schedule {

    /** A tick that is later than this was missed rather than delayed. */
    private static final Duration LATE = Duration.ofSeconds(30);

    private final BeatDefinition beat;
    private Instant next;

    /** @param last the last tick that was sent, or the present if there was none */
    Schedule(BeatDefinition beat, Instant last) {
        this.beat = beat;
        this.next = beat.nextAfter(last);
    }

    BeatDefinition beat() {
        return beat;
    }

    Instant next() {
        return next;
    }

    /** The tick to send now, if any. Ticks that were missed come to one, or to none. */
    Optional<Tick> due(Instant now) {
        if (next.isAfter(now)) {
            return Optional.empty();
        }
        var tick = beat.lastUpTo(now, next);
        var missed = tick.isBefore(now.minus(LATE));
        return missed && beat.misfire() == Beat.Misfire.SKIP
                ? Optional.empty()
                : Optional.of(new Tick(beat.schedule(), tick));
    }

    /** Goes on to the first tick after now. */
    void advance(Instant now) {
        if (!next.isAfter(now)) {
            next = beat.nextAfter(beat.lastUpTo(now, next));
        }
    }
}
