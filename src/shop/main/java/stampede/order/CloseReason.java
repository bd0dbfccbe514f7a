package stampede.order;

/** Why an order started closing. */
enum CloseReason {
    EXPIRED,
    CANCELLED,
    /** The provider closed its trade, so it can no longer be paid. */
    TRADE_CLOSED
}
