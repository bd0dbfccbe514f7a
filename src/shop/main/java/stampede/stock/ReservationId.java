package stampede.stock;

/**
 * Names a reservation. The order made from it, and its payment, have the same number.
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
