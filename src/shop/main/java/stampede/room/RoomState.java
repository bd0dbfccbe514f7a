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
 * @param units what there is, as whoever moves the turn saw it last
 */
record RoomState(
        RoomMode mode,
        long epoch,
        int next,
        int early,
        int turn,
        long out,
        long served,
        long taken,
        RoomUnits.Seen units) {

    /** Those that a room always has. Its units are not there before its turn was moved once. */
    private static final int FIELDS = 5;

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
                        Long.parseLong(answer.get(7)),
                        units(answer.get(8), answer.get(9))));
    }

    /**
     * Reads mode, epoch, next, early, turn and units; nobody who looks needs the rest. Empty if Redis does not know the room.
     *
     * @param fields an empty text for what is not there
     */
    static Optional<RoomState> seen(List<String> fields) {
        return fields.subList(0, FIELDS).contains("") ? Optional.empty() : Optional.of(read(fields));
    }

    private static RoomState read(List<String> fields) {
        return new RoomState(
                RoomMode.valueOf(fields.get(0)),
                Long.parseLong(fields.get(1)),
                Integer.parseInt(fields.get(2)),
                Integer.parseInt(fields.get(3)),
                (int) Double.parseDouble(fields.get(4)),
                0,
                0,
                0,
                units(fields.get(5), fields.get(6)));
    }

    private static RoomUnits.Seen units(String left, String unpaid) {
        return left.isEmpty() || unpaid.isEmpty()
                ? RoomUnits.Seen.NOTHING
                : new RoomUnits.Seen(Integer.parseInt(left), Integer.parseInt(unpaid));
    }
}
