package stampede.reminder;

/**
 * Names something that a shopper wants to be told of.
 *
 * @param value greater than zero
 */
public record ReminderId(long value) {

    public ReminderId {
        if (value <= 0) {
            throw new IllegalArgumentException("A reminder's id is greater than zero: " + value);
        }
    }

    /**
     * Reads the decimal form.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static ReminderId of(String text) {
        return new ReminderId(Long.parseLong(text));
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
