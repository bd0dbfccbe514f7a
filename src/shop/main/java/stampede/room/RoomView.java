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
 * @param mode how far it is
 * @param epoch how often it was brought to Redis; 0 before that
 * @param waiting how many tickets were given
 * @param early how many took part in the draw, once it is made for good
 * @param turn whoever has a place below it may come in
 * @param perMinute how fast that moved within the last half minute; empty before it is known
 * @param left how many units nobody has; empty where that is not known
 * @param unpaid while none is left, how many are not paid yet; empty where that is not known
 * @param commitment SHA-256 of the seed of the draw
 * @param seed once the draw is made for good
 * @param isUnderPressure whether it opened by itself: nobody draws, and places are in the order of arrival
 */
public record RoomView(
        RoomId id,
        OfferId offer,
        Instant opensAt,
        RoomMode mode,
        long epoch,
        int waiting,
        OptionalInt early,
        int turn,
        OptionalInt perMinute,
        OptionalInt left,
        OptionalInt unpaid,
        HashCode commitment,
        Optional<HashCode> seed,
        boolean isUnderPressure) {

    /** Whether people come in; before that nobody has a place. */
    public boolean isServing() {
        return mode == RoomMode.SERVING;
    }

    /** Whether there is nothing to wait for any more. */
    public boolean isOver() {
        return mode == RoomMode.OVER;
    }

    /** Whether all units are sold and paid. */
    public boolean isSoldOut() {
        return left.equals(OptionalInt.of(0)) && unpaid.equals(OptionalInt.of(0));
    }

    /** How many units may come back to whoever is next, while nobody can have one; 0 where there are some, or that is not known. */
    public int mayComeBack() {
        return left.equals(OptionalInt.of(0)) ? unpaid.orElse(0) : 0;
    }

    /** How many come in before whoever has this place, from 1 on; 0 when it is their turn. */
    public int aheadOf(int place) {
        return Math.max(0, place - turn);
    }
}
