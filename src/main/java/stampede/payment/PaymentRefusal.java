package stampede.payment;

/** Every reason for which money does not go in or back on request. The names are part of the JSON API. */
public enum PaymentRefusal {
    /** The order does not wait for money: paid, closing, closed, or its time is up. */
    NOT_PAYABLE,
    /** Only an order that is paid and not being refunded in full can be refunded. */
    NOT_REFUNDABLE,
    /** Not between one fen and what was paid and not asked back yet. */
    BAD_REFUND_AMOUNT,
    /** A refund of this order is still open; one at a time. */
    REFUND_OPEN,
    /** There is no such refund, or it is past the point where that could be decided. */
    REFUND_DECIDED
}
