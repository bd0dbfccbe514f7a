package stampede.room;

import java.util.List;
import java.util.Optional;

/**
 * A room as Redis has it.
 *
 * @param epoch how often it was brought to Redis
 * @param next the next ticket's number
 * @param early how many took part in the draw, -1 before it
 * @param turn whoever has a place below it may come in
 * @param out passes that are out and not used
 * @param served how many places' turn came within a minute, until ten seconds ago
 * @param taken passes taken within the last minute
 */
record RoomState(RoomMode mode, long epoch, int next, int early, int turn, long out, long served, long taken) {

    /** Reads the answer of {@code move-turn.lua}; empty if Redis does not know the room. */
    static Optional<RoomState> of(List<String> answer) {
        return answer.size() == 1
                ? Optional.empty()
                : Optional.of(new RoomState(
                        RoomMode.valueOf(answer.get(0)),
                        Long.parseLong(answer.get(1)),
                        Integer.parseInt(answer.get(2)),
                        Integer.parseInt(answer.get(3)),
                        Integer.parseInt(answer.get(4)),
                        Long.parseLong(answer.get(5)),
                        Long.parseLong(answer.get(6)),
                        Long.parseLong(answer.get(7))));
    }

    /** Reads mode, epoch, next, early and turn; nobody who looks needs the rest. */
    static RoomState seen(List<String> fields) {
        return new RoomState(
                RoomMode.valueOf(fields.get(0)),
                Long.parseLong(fields.get(1)),
                Integer.parseInt(fields.get(2)),
                Integer.parseInt(fields.get(3)),
                (int) Double.parseDouble(fields.get(4)),
                0,
                0,
                0);
    }
}
