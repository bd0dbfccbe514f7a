package stampede.counter;

import stampede.stock.Reservation;

/**
 * A reservation that waits for its order, with what is needed to queue the order again.
 *
 * @param reservation the units kept
 * @param idempotencyKey the shopper's key it was reserved under
 * @param detail as given in {@link ReserveRequest#detail()}
 */
public record PendingReservation(Reservation reservation, String idempotencyKey, String detail) {}
