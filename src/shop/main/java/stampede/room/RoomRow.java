package stampede.room;

import com.google.common.hash.HashCode;
import java.time.Instant;
import java.util.OptionalInt;
import stampede.catalog.OfferId;

/**
 * A room as the database has it: what is needed to bring it back.
 *
 * @param seed of the draw, 32 bytes; nobody hears it before the draw
 * @param commitment SHA-256 of the seed, as it was when the room was opened; everybody hears it
 * @param opensAt when the draw is
 * @param epoch how often it was brought to Redis
 * @param early how many took part in the draw, once that is known for good
 * @param next the next ticket's number some time ago
 * @param growth how many tickets were taken between the last two times that it was written
 * @param turn whose turn it was then
 * @param isUnderPressure whether it opened by itself, and closes by itself
 */
record RoomRow(
        RoomId id,
        OfferId offer,
        HashCode seed,
        HashCode commitment,
        Instant opensAt,
        long epoch,
        OptionalInt early,
        int next,
        int growth,
        int turn,
        boolean isUnderPressure) {

    /**
     * One that opens now.
     *
     * @param early how many took part in the draw; empty before one
     */
    static RoomRow opening(RoomId id, OfferId offer, HashCode seed, Instant opensAt, OptionalInt early) {
        return new RoomRow(id, offer, seed, RoomDraw.commitment(seed), opensAt, 0, early, 0, 0, 0, early.isPresent());
    }

    /** Above all numbers that were given out since it was written, if people came no faster than twice as fast as before. */
    int nextAfterLoss() {
        return next + 2 * growth + 16;
    }
}
