package stampede.order;

import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.stock.Reservation;

/** Writes the messages that turn reservations into orders, each with its purchase token. */
@Component
public class PlaceOrderMessages {

    /** The task that they are for, by its name on the wire. */
    public static final String TASK = "order.place";

    private final PurchaseTokens tokens;

    PlaceOrderMessages(PurchaseTokens tokens) {
        this.tokens = tokens;
    }

    /**
     * The message for one reservation. Made again from the same facts it is the same message, and makes the same order.
     *
     * @param detail as kept with the reservation; {@link OrderDetail#of} reads it from Redis' text
     */
    public PlaceOrder of(Reservation reservation, OrderDetail detail) {
        var unsigned = new PlaceOrder(
                reservation.id().toString(),
                reservation.offer().toString(),
                reservation.shopper().toString(),
                reservation.units(),
                detail.unitPriceFen(),
                reservation.reservedAt().toEpochMilli(),
                detail.address(),
                "",
                detail.ticket()
                        .map(OrderDetail.Ticket::room)
                        .map(String::valueOf)
                        .orElse(null),
                detail.ticket().map(OrderDetail.Ticket::number).orElse(null));
        return unsigned.with(tokens.sign(unsigned));
    }

    /** What a message that came back is about; empty if it is malformed, or not one that the shop wrote. */
    public Optional<Reservation> reservation(PlaceOrder message) {
        try {
            var draft = OrderDraft.of(message);
            return tokens.verify(message) ? Optional.of(draft.reservation()) : Optional.empty();
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }
}
