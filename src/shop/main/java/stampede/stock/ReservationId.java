package stampede.stock;

/**
 * Names a reservation; the order made from it has the same number, so that one id leads from the click to the money.
 *
 * @param value greater than zero
 */
public record ReservationId(long value) {

    public ReservationId {
        if (value <= 0) {
            throw new IllegalArgumentException("A reservation id is greater than zero: " + value);
        }
    }

    /**
     * Reads the decimal form.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static ReservationId of(String text) {
        return new ReservationId(Long.parseLong(text));
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
