package stampede.api.room;

import com.google.common.hash.HashCode;
import java.time.Instant;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import stampede.room.RoomMode;
import stampede.room.RoomView;

/**
 * A waiting room as everybody may see it.
 *
 * @param room what tickets name
 * @param opensAt when the draw is
 * @param mode GATHERING before the draw, DRAWN for a moment, SERVING, or OVER where the sale has ended or all units are sold and paid
 * @param epoch how often the room was brought to Redis
 * @param serving whether people come in
 * @param waiting how many tickets were given
 * @param early how many took part in the draw; none before it
 * @param turn whoever has a place below it, counted from 0, may come in
 * @param perMinute how many came in within a minute lately; none where nobody can say
 * @param left how many units nobody has; none where nobody can say
 * @param unpaid while none is left, how many are not paid yet, which go to whoever is next if they are not; none where nobody can say
 * @param commitment SHA-256 of the seed, in hexadecimal digits
 * @param seed of the draw, in hexadecimal digits; none before it
 * @param underPressure whether it opened by itself: there is no draw, places are in the order of arrival, and it closes by itself
 */
record RoomStateView(
        String room,
        Instant opensAt,
        RoomMode mode,
        long epoch,
        boolean serving,
        int waiting,
        @Nullable Integer early,
        int turn,
        @Nullable Integer perMinute,
        @Nullable Integer left,
        @Nullable Integer unpaid,
        String commitment,
        @Nullable String seed,
        boolean underPressure) {

    static RoomStateView of(RoomView view) {
        return new RoomStateView(
                view.id().toString(),
                view.opensAt(),
                view.mode(),
                view.epoch(),
                view.isServing(),
                view.waiting(),
                orNull(view.early()),
                view.turn(),
                orNull(view.perMinute()),
                orNull(view.left()),
                orNull(view.unpaid()),
                view.commitment().toString(),
                view.seed().map(HashCode::toString).orElse(null),
                view.isUnderPressure());
    }

    private static @Nullable Integer orNull(OptionalInt number) {
        return number.isPresent() ? Integer.valueOf(number.getAsInt()) : null;
    }
}
