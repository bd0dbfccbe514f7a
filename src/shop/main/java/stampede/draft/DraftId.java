package stampede.draft;

/**
 * Names a draft of an offer. No offer has the same number.
 *
 * @param value greater than zero
 */
public record DraftId(long value) {

    public DraftId {
        if (value <= 0) {
            throw new IllegalArgumentException("A draft's id is greater than zero: " + value);
        }
    }

    /**
     * Reads the decimal form.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static DraftId of(String text) {
        return new DraftId(Long.parseLong(text));
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
