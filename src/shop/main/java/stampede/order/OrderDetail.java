package stampede.order;

import stampede.money.Money;

/**
 * What an order needs beyond its reservation. Kept as opaque text with the reservation in Redis, so that whoever finds the
 * reservation without an order can queue the order again.
 *
 * @param unitPriceFen the price of one unit that the shopper was shown, in fen, zero or more
 * @param address where it shall be delivered, 1 to 200 characters
 */
public record OrderDetail(long unitPriceFen, String address) {

    /** The longest address, in UTF-16 units; it always fits its column. */
    public static final int LONGEST_ADDRESS = 200;

    public OrderDetail {
        if (unitPriceFen < 0) {
            throw new IllegalArgumentException("A price is not negative: " + unitPriceFen);
        }
        if (address.isBlank() || address.length() > LONGEST_ADDRESS) {
            throw new IllegalArgumentException("An address has 1 to 200 characters");
        }
    }

    public Money unitPrice() {
        return new Money(unitPriceFen);
    }

    /** The form that {@link #of} reads: {@code 1 1990 Somewhere 5}, the first number being the form's version. */
    public String text() {
        return "1 " + unitPriceFen + " " + address;
    }

    /**
     * Reads the form that {@link #text} writes.
     *
     * @throws IllegalArgumentException if it is not of that form
     */
    public static OrderDetail of(String text) {
        var parts = text.split(" ", 3);
        if (parts.length != 3 || !parts[0].equals("1")) {
            throw new IllegalArgumentException("Not an order's detail: " + text);
        }
        return new OrderDetail(Long.parseLong(parts[1]), parts[2]);
    }
}
