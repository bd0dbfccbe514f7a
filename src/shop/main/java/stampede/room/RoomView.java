package stampede.room;

import com.google.common.hash.HashCode;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import stampede.catalog.OfferId;

/**
 * A room as everybody may see it; what a node has in memory, at most some hundred milliseconds old.
 *
 * @param id what tickets name
 * @param offer whose it is
 * @param opensAt when the draw is
 * @param isServing whether people come in; before that nobody has a place
 * @param waiting how many tickets were given
 * @param early how many took part in the draw, once it is made for good
 * @param turn whoever has a place below it may come in
 * @param perMinute how fast that moved within the last half minute; empty before it is known
 * @param commitment SHA-256 of the seed of the draw
 * @param seed once the draw is made for good
 * @param isUnderPressure whether it opened by itself: nobody draws, and places are in the order of arrival
 */
public record RoomView(
        RoomId id,
        OfferId offer,
        Instant opensAt,
        boolean isServing,
        int waiting,
        OptionalInt early,
        int turn,
        OptionalInt perMinute,
        HashCode commitment,
        Optional<HashCode> seed,
        boolean isUnderPressure) {

    /** How many come in before whoever has this place, from 1 on; 0 when it is their turn. */
    public int aheadOf(int place) {
        return Math.max(0, place - turn);
    }
}
