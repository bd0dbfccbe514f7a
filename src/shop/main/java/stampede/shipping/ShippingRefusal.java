package stampede.shipping;

import org.springframework.http.HttpStatus;
import stampede.refusal.RefusalReason;

/** Every reason for which an order is not marked as shipped or received. The names are part of the JSON API. */
public enum ShippingRefusal implements RefusalReason {
    /** There is none by that number, or it is another seller's or shopper's. */
    NO_SUCH_ORDER(HttpStatus.NOT_FOUND),
    /** A carrier has 1 to 40 characters, a number 1 to 64 letters, digits and hyphens. */
    BAD_PARCEL(HttpStatus.UNPROCESSABLE_CONTENT),
    /** Only a paid order is shipped. */
    NOT_PAID(HttpStatus.CONFLICT),
    /** It was shipped before, with another carrier or number. */
    SHIPPED_OTHERWISE(HttpStatus.CONFLICT),
    /** Somebody asked for its money, or it is going back. */
    REFUND_OPEN(HttpStatus.CONFLICT),
    /** Only what was shipped is received. */
    NOT_SHIPPED(HttpStatus.CONFLICT);

    private final HttpStatus status;

    ShippingRefusal(HttpStatus status) {
        this.status = status;
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String messageKey() {
        return "shipping.refusal." + name();
    }
}
