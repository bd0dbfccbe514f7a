package stampede.picture;

/**
 * Names a picture.
 *
 * @param value greater than zero
 */
public record PictureId(long value) {

    public PictureId {
        if (value <= 0) {
            throw new IllegalArgumentException("A picture id is greater than zero: " + value);
        }
    }

    /**
     * Reads the decimal form.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static PictureId of(String text) {
        return new PictureId(Long.parseLong(text));
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
