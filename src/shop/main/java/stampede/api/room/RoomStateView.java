package stampede.api.room;

import com.google.common.hash.HashCode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import stampede.room.RoomView;

/**
 * A waiting room as everybody may see it.
 *
 * @param room what tickets name
 * @param opensAt when the draw is
 * @param serving whether people come in
 * @param waiting how many tickets were given
 * @param early how many took part in the draw; none before it
 * @param turn whoever has a place below it, counted from 0, may come in
 * @param perMinute how many came in within a minute lately; none where nobody can say
 * @param commitment SHA-256 of the seed, in hexadecimal digits
 * @param seed of the draw, in hexadecimal digits; none before it
 * @param underPressure whether it opened by itself: there is no draw, places are in the order of arrival, and it closes by itself
 */
record RoomStateView(
        String room,
        Instant opensAt,
        boolean serving,
        int waiting,
        @Nullable Integer early,
        int turn,
        @Nullable Integer perMinute,
        String commitment,
        @Nullable String seed,
        boolean underPressure) {

    static RoomStateView of(RoomView view) {
        return new RoomStateView(
                view.id().toString(),
                view.opensAt(),
                view.isServing(),
                view.waiting(),
                view.early().isPresent() ? view.early().getAsInt() : null,
                view.turn(),
                view.perMinute().isPresent() ? view.perMinute().getAsInt() : null,
                view.commitment().toString(),
                view.seed().map(HashCode::toString).orElse(null),
                view.isUnderPressure());
    }
}
