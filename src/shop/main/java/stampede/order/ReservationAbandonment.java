package stampede.order;

import stampede.stock.Reservation;

/** The end of reservations that never became orders. */
public interface ReservationAbandonment {

    /**
     * Marks a reservation whose message was lost: from now on it can never become an order, and its units may be released.
     * Commits on its own when called outside a transaction.
     *
     * @return false if the reservation has a row already, order or tombstone; then nothing changed
     */
    boolean abandon(Reservation reservation);

    /**
     * A reservation was marked so; that is committed.
     *
     * @param reservation whose units go back
     */
    record Abandoned(Reservation reservation) {}
}
