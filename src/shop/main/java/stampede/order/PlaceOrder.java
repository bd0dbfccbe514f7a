package stampede.order;

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
 * @param token the purchase token: an HMAC over all of the above
 */
public record PlaceOrder(
        String reservationId,
        String offerId,
        String shopperId,
        int units,
        long unitPriceFen,
        long reservedAtMs,
        @Sensitive String address,
        @Sensitive String token) {

    PlaceOrder with(String token) {
        return new PlaceOrder(reservationId, offerId, shopperId, units, unitPriceFen, reservedAtMs, address, token);
    }
}
