package stampede.room;

/**
 * Names one opening of a waiting room: an offer whose room opens again gets another.
 *
 * @param value greater than zero
 */
public record RoomId(long value) {

    public RoomId {
        if (value <= 0) {
            throw new IllegalArgumentException("A room id is greater than zero: " + value);
        }
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
