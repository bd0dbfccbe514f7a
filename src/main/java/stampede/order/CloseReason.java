package stampede.order;

/** Why an order started closing. */
enum CloseReason {
    EXPIRED,
    CANCELLED
}
