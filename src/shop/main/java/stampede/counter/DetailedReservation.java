package stampede.counter;

import stampede.stock.Reservation;

/**
 * A reservation without an order yet, with what is needed to queue the order again.
 *
 * @param reservation the units kept
 * @param idempotencyKey the shopper's key it was reserved under
 * @param detail as given in {@link ReserveRequest#detail()}
 */
public record DetailedReservation(Reservation reservation, String idempotencyKey, String detail) {}
