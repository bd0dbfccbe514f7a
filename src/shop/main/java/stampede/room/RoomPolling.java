package stampede.room;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** After what time whoever waits had better ask again how it stands, in whole seconds. */
final class RoomPolling {

    private static final double SOONEST = 2;
    private static final double LATEST = 30;
    private static final double QUARTER_MINUTE = 15;
    private static final double SPREAD = 0.2;

    /** What all nodes together answer besides selling. */
    private static final double LOOKS_PER_SECOND = 2_000;

    /** Whoever is first in the draw should not hear of it much later than the others. */
    private static final double LATEST_AFTER_DRAW = 10;

    private RoomPolling() {}

    /**
     * A while before the draw now and then; then not before it, and not all at once.
     *
     * @param left until the draw; nothing or less while it is being made
     * @param waiting how many will ask
     */
    static Duration beforeDraw(Duration left, int waiting) {
        var seconds = Math.ceil(left.toMillis() / 1_000.0);
        if (seconds > LATEST) {
            return seconds(LATEST * (1 - SPREAD * chance()));
        }
        return seconds(Math.max(SOONEST, seconds)
                + chance() * Math.min(LATEST_AFTER_DRAW, Math.max(1, waiting / LOOKS_PER_SECOND)));
    }

    /** A quarter of what is left, so that the end is not missed by much; whoever is next asks soon. */
    static Duration untilTurn(double minutes) {
        var seconds = minutes * QUARTER_MINUTE * (1 - SPREAD + 2 * SPREAD * chance());
        return seconds(Math.min(LATEST, Math.max(SOONEST, seconds)));
    }

    private static double chance() {
        return ThreadLocalRandom.current().nextDouble();
    }

    private static Duration seconds(double seconds) {
        return Duration.ofSeconds(Math.round(seconds));
    }
}
