package stampede.api.room;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import stampede.room.WaitingRooms;

/**
 * What became of the wish for a pass.
 *
 * @param pass to be sent as {@code Waiting-Room-Pass}; none if the turn was used up
 * @param until the pass is good before that
 * @param ticket the one to keep: another one if the turn was used up
 */
public record RoomTurnView(@Nullable String pass, @Nullable Instant until, String ticket) {

    static RoomTurnView of(WaitingRooms.Turn turn) {
        return new RoomTurnView(turn.pass().orElse(null), turn.pass().isPresent() ? turn.until() : null, turn.ticket());
    }
}
