package stampede.order;

/**
 * Names an order: the number of the reservation it was made from.
 *
 * @param value greater than zero
 */
public record OrderId(long value) {

    public OrderId {
        if (value <= 0) {
            throw new IllegalArgumentException("An order id is greater than zero: " + value);
        }
    }

    /**
     * Reads the decimal form.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static OrderId of(String text) {
        return new OrderId(Long.parseLong(text));
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
