package stampede.order;

import stampede.stock.Reservation;

/**
 * An order was closed and its units went back; published in the transaction that did so.
 *
 * @param reservation the reservation it was made from; its id is the order's
 */
public record OrderClosed(Reservation reservation) {}
