package stampede.catalog;

/**
 * Names a category of products.
 *
 * @param value greater than zero
 */
public record CategoryId(long value) {

    public CategoryId {
        if (value <= 0) {
            throw new IllegalArgumentException("A category's id is greater than zero: " + value);
        }
    }

    /**
     * Reads the decimal form.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static CategoryId of(String text) {
        return new CategoryId(Long.parseLong(text));
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
