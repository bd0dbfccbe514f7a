package stampede.room;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How it stands with a ticket.
 *
 * @param stage what its owner does now
 * @param place from 1 on; empty before the draw
 * @param ahead how many have to come in before; 0 when it is their turn
 * @param minutes about how long that takes; empty where nobody can say
 */
public record RoomPlace(Stage stage, OptionalInt place, int ahead, Optional<Minutes> minutes) {

    private static final double SOONEST = 2;
    private static final double USUALLY = 5;
    private static final double LATEST = 30;
    private static final double QUARTER_MINUTE = 15;
    private static final double SPREAD = 0.2;

    /** After what time it is worth to ask again: a quarter of what is left, with some chance in it, so that not all ask at once. */
    public Duration askAgainIn() {
        var seconds = minutes.map(left -> left.likely() * QUARTER_MINUTE).orElse(USUALLY)
                * (1 - SPREAD + 2 * SPREAD * ThreadLocalRandom.current().nextDouble());
        return Duration.ofSeconds(Math.round(Math.min(LATEST, Math.max(SOONEST, seconds))));
    }

    public enum Stage {
        /** The draw is not made: it makes no difference when one came. */
        GATHERING,
        WAITING,
        YOUR_TURN
    }

    /**
     * A range of minutes, both ends rounded up.
     *
     * @param likely what lies between them, not rounded: who is next would be told a minute otherwise, and ask too late
     */
    public record Minutes(int from, int to, double likely) {

        /** By the pace of the last half minute, which is not the pace of the next. */
        static Minutes of(int ahead, int perMinute) {
            var likely = (double) ahead / perMinute;
            return new Minutes((int) Math.ceil(likely * 0.8), (int) Math.ceil(likely * 1.5), likely);
        }
    }
}
