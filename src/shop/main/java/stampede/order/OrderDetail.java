package stampede.order;

import java.util.Optional;
import stampede.money.Money;

/**
 * What an order needs beyond its reservation. Kept as opaque text with the reservation in Redis, so that whoever finds the
 * reservation without an order can queue the order again.
 *
 * @param unitPriceFen the price of one unit that the shopper was shown, in fen, zero or more
 * @param address where it shall be delivered, 1 to 200 characters
 * @param ticket by which the shopper came in, if the offer had a waiting room
 */
public record OrderDetail(long unitPriceFen, String address, Optional<Ticket> ticket) {

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

    /** Of an offer without a waiting room. */
    public OrderDetail(long unitPriceFen, String address) {
        this(unitPriceFen, address, Optional.empty());
    }

    public Money unitPrice() {
        return new Money(unitPriceFen);
    }

    /**
     * The form that {@link #of} reads: {@code 1 1990 Somewhere 5}, the first number being the form's version; with a ticket
     * {@code 2 1990 ROOM NUMBER Somewhere 5}.
     */
    public String text() {
        return ticket.map(shown -> "2 " + unitPriceFen + " " + shown.room() + " " + shown.number() + " " + address)
                .orElseGet(() -> "1 " + unitPriceFen + " " + address);
    }

    /**
     * Reads the form that {@link #text} writes.
     *
     * @throws IllegalArgumentException if it is not of that form
     */
    public static OrderDetail of(String text) {
        var parts = text.split(" ", 3);
        if (parts.length == 3 && parts[0].equals("1")) {
            return new OrderDetail(Long.parseLong(parts[1]), parts[2]);
        }
        var more = text.split(" ", 5);
        if (more.length == 5 && more[0].equals("2")) {
            return new OrderDetail(
                    Long.parseLong(more[1]),
                    more[4],
                    Optional.of(new Ticket(Long.parseLong(more[2]), Integer.parseInt(more[3]))));
        }
        throw new IllegalArgumentException("Not an order's detail: " + text);
    }

    /**
     * By which ticket of a waiting room an order's shopper came in.
     *
     * @param room the number of the room, above zero
     * @param number of the ticket in it, from 0 on
     */
    public record Ticket(long room, int number) {

        public Ticket {
            if (room <= 0 || number < 0) {
                throw new IllegalArgumentException("No ticket of a waiting room: " + number + " of " + room);
            }
        }
    }
}
