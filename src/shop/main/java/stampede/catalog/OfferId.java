package stampede.catalog;

/**
 * Names an offer: one product in one slot.
 *
 * @param value greater than zero
 */
public record OfferId(long value) {

    public OfferId {
        if (value <= 0) {
            throw new IllegalArgumentException("An offer id is greater than zero: " + value);
        }
    }

    /**
     * Reads the decimal form.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static OfferId of(String text) {
        return new OfferId(Long.parseLong(text));
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
