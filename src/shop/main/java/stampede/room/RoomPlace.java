package stampede.room;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How it stands with a ticket.
 *
 * @param stage what its owner does now
 * @param number of the ticket, from 0 on, with which anybody can look where it stood in the draw
 * @param place from 1 on; empty before the draw
 * @param ahead how many have to come in before; 0 when it is their turn, or over
 * @param minutes about how long that takes; empty where nobody can say
 * @param askAgainIn after what time it is worth to ask again, in whole seconds, with some chance in it, so that not all ask at once; zero when
 *     it is over, as it is not
 */
public record RoomPlace(
        Stage stage, int number, OptionalInt place, int ahead, Optional<Minutes> minutes, Duration askAgainIn) {

    /** What whoever has a ticket does. The names are part of the JSON API. */
    public enum Stage {
        /** The draw is not made: it makes no difference when one came. */
        GATHERING,
        WAITING,
        YOUR_TURN,
        /** There is nothing to wait for: the sale has ended, or all units are sold and paid. */
        OVER
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
