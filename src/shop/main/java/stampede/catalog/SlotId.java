package stampede.catalog;

/**
 * Names a slot.
 *
 * @param value greater than zero
 */
public record SlotId(long value) {

    public SlotId {
        if (value <= 0) {
            throw new IllegalArgumentException("A slot id is greater than zero: " + value);
        }
    }

    /**
     * Reads the decimal form.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static SlotId of(String text) {
        return new SlotId(Long.parseLong(text));
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
