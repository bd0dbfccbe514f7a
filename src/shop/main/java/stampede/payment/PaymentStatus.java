package stampede.payment;

/** How Alipay says that an order's payment stands. */
public enum PaymentStatus {
    /** Paid, and booked. */
    PAID,
    /** Waiting for its buyer. */
    OPEN,
    /** No buyer has opened it; it can still be paid until its time is up. */
    NOT_OPENED,
    /** It can no longer be paid: its time was up, or it was paid and has gone back in full. */
    CLOSED,
    /** Paid, but not what the order costs, or for none of ours; not booked. */
    MISMATCH,
    /** No answer, or none that can be trusted. */
    UNKNOWN
}
