package stampede.order;

/** Why the database gave a reservation no units although Redis had admitted it. */
public enum Rejection {
    SOLD_OUT,
    LIMIT_REACHED,
    PRICE_CHANGED
}
