package stampede.order;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stampede.task.Sensitive;

/**
 * Makes an order of a reservation. Travels from the buy button to the worker, so all of it is checked against its token.
 *
 * @param reservationId the reservation, as text because JSON numbers lose digits
 * @param offerId what is bought
 * @param shopperId who buys
 * @param units how many
 * @param unitPriceFen the price the shopper was shown, in fen
 * @param reservedAtMs when the units were reserved, by the clock of Redis, in epoch milliseconds
 * @param address where it shall be delivered
 * @param token the purchase token: an HMAC over all of these
 * @param room the waiting room that the shopper came through, as text; null for none
 * @param ticket the number of their ticket in it; null for none
 */
public record PlaceOrder(
        String reservationId,
        String offerId,
        String shopperId,
        int units,
        long unitPriceFen,
        long reservedAtMs,
        @Sensitive String address,
        @Sensitive String token,
        @Nullable String room,
        @Nullable Integer ticket) {

    /** Of an offer without a waiting room. */
    public PlaceOrder(
            String reservationId,
            String offerId,
            String shopperId,
            int units,
            long unitPriceFen,
            long reservedAtMs,
            String address,
            String token) {
        this(reservationId, offerId, shopperId, units, unitPriceFen, reservedAtMs, address, token, null, null);
    }

    PlaceOrder with(String token) {
        return new PlaceOrder(
                reservationId, offerId, shopperId, units, unitPriceFen, reservedAtMs, address, token, room, ticket);
    }

    /**
     * By which ticket the shopper came in.
     *
     * @throws IllegalArgumentException if it names a room that cannot be
     */
    Optional<OrderDetail.Ticket> ticketNumber() {
        if (room == null && ticket == null) {
            return Optional.empty();
        }
        if (room == null || ticket == null) {
            throw new IllegalArgumentException("A ticket has a room and a number");
        }
        return Optional.of(new OrderDetail.Ticket(Long.parseLong(room), ticket));
    }
}
