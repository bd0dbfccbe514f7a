package stampede.api.room;

import org.jspecify.annotations.Nullable;
import stampede.room.RoomPlace;

/**
 * How it stands with a ticket.
 *
 * @param stage GATHERING before the draw, WAITING, YOUR_TURN, or OVER where the sale has ended or all units are sold and paid
 * @param number of the ticket, from 0 on
 * @param place from 1 on; none before the draw
 * @param ahead how many come in before
 * @param minutesFrom about how many minutes at least; none where nobody can say
 * @param minutesTo about how many at most
 */
public record RoomPlaceView(
        RoomPlace.Stage stage,
        int number,
        @Nullable Integer place,
        int ahead,
        @Nullable Integer minutesFrom,
        @Nullable Integer minutesTo) {

    static RoomPlaceView of(RoomPlace place) {
        return new RoomPlaceView(
                place.stage(),
                place.number(),
                place.place().isPresent() ? place.place().getAsInt() : null,
                place.ahead(),
                place.minutes().map(RoomPlace.Minutes::from).orElse(null),
                place.minutes().map(RoomPlace.Minutes::to).orElse(null));
    }
}
