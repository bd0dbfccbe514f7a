package stampede.rehearsal;

import java.time.Duration;

/** How the bots' presses are spread over time. The names are part of the JSON API. */
public enum RehearsalCurve {
    /** As many at once as there are connections, one after the other. */
    AT_ONCE(Duration.ZERO),
    /** Evenly over ten seconds. */
    RAMP(Duration.ofSeconds(10));

    private final Duration length;

    RehearsalCurve(Duration length) {
        this.length = length;
    }

    /** From the first press to the last; nothing for as fast as can be. */
    Duration length() {
        return length;
    }
}
