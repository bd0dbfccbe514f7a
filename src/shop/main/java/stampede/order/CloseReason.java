package stampede.order;

/** Why an order started closing. */
enum CloseReason {
    EXPIRED,
    CANCELLED,
    /** Somebody at the console closed it before its time was up. */
    OPERATOR,
    /** The provider closed its trade, so it can no longer be paid. */
    TRADE_CLOSED
}
