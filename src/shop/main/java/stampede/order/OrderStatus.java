package stampede.order;

/** Where an order stands. The edges between them are in {@code src/docs/protocol.md}, section 3. */
public enum OrderStatus {
    /** Placed, its units taken, not paid. */
    AWAITING_PAYMENT,
    /** Time is up, or the shopper cancelled; its trade at Alipay is being closed. */
    CLOSING,
    PAID,
    SHIPPED,
    FINISHED,
    /** Not paid; its units went back. */
    CLOSED,
    REFUNDING,
    REFUNDED,
    /** Never held units: there were none left, or the shopper's limit was reached. A tombstone: it can never become an order. */
    REJECTED,
    /** Never held units: its message was lost and its reservation taken back. A tombstone. */
    ABANDONED;

    /** Whether this marks a reservation that never became an order. */
    public boolean isTombstone() {
        return this == REJECTED || this == ABANDONED;
    }
}
