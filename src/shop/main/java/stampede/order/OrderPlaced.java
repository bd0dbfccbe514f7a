package stampede.order;

import stampede.stock.Reservation;

/**
 * An order was placed and committed.
 *
 * @param reservation the reservation it was made from; its id is the order's
 */
public record OrderPlaced(Reservation reservation) {}
