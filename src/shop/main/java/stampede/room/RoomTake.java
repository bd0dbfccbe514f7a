package stampede.room;

/** What became of the wish for a pass. */
sealed interface RoomTake {

    /** Given, in that second by the clock of Redis. */
    record Given(long second) implements RoomTake {}

    /** The turn was used up; another ticket was given, behind all others. */
    record Again(int number) implements RoomTake {}

    /** Redis does not know the ticket. */
    record Gone() implements RoomTake {}

    static RoomTake of(String outcome, String value) {
        return switch (outcome) {
            case "TAKEN" -> new Given(Long.parseLong(value));
            case "AGAIN" -> new Again(Integer.parseInt(value));
            default -> new Gone();
        };
    }
}
