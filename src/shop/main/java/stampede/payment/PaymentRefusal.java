package stampede.payment;

import org.springframework.http.HttpStatus;
import stampede.refusal.RefusalReason;

/** Every reason for which money does not go in or back on request. The names are part of the JSON API. */
public enum PaymentRefusal implements RefusalReason {
    /** The order does not wait for money: paid, closing, closed, or its time is up. */
    NOT_PAYABLE(HttpStatus.CONFLICT),
    /** Only an order that is paid, shipped or not, and not being refunded in full can be refunded. */
    NOT_REFUNDABLE(HttpStatus.CONFLICT),
    /** Not between one fen and what was paid and not asked back yet. */
    BAD_REFUND_AMOUNT(HttpStatus.UNPROCESSABLE_CONTENT),
    /** So much is not left any more as whoever decided was shown. */
    MONEY_CHANGED(HttpStatus.CONFLICT),
    /** A refund of this order is still open; one at a time. */
    REFUND_OPEN(HttpStatus.CONFLICT),
    /** There is no such refund, or it is past the point where that could be decided. */
    REFUND_DECIDED(HttpStatus.CONFLICT);

    private final HttpStatus status;

    PaymentRefusal(HttpStatus status) {
        this.status = status;
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String messageKey() {
        return "payment.refusal." + name();
    }
}
