package stampede.order;

import stampede.stock.Reservation;

/** Why the database gave a reservation no units although Redis had admitted it. */
public enum Rejection {
    SOLD_OUT,
    LIMIT_REACHED,
    PRICE_CHANGED;

    /**
     * A reservation became no order; that is committed.
     *
     * @param reservation whose units go back
     */
    public record Told(Reservation reservation, Rejection why) {}
}
