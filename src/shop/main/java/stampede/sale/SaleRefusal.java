package stampede.sale;

import org.springframework.http.HttpStatus;
import stampede.refusal.RefusalReason;

/** Every reason for which a sale stays as it is, although somebody who may would change it. The names are part of the JSON API. */
public enum SaleRefusal implements RefusalReason {
    /** Somebody else changed the units since they were looked at; {@link SaleRefused#number()} says how many there are now. */
    CHANGED_MEANWHILE(HttpStatus.CONFLICT),
    /** So many are sold or reserved; {@link SaleRefused#number()} is the lowest total there can be. */
    UNITS_SOLD(HttpStatus.CONFLICT),
    /** An offer has 1 to 1,000,000 units. */
    BAD_TOTAL(HttpStatus.UNPROCESSABLE_CONTENT),
    /** One shopper may have 1 to 100 units. */
    BAD_LIMIT(HttpStatus.UNPROCESSABLE_CONTENT),
    /** One address may have 1 to 1,000 units, or 0 for as many as anybody orders. */
    BAD_ADDRESS_LIMIT(HttpStatus.UNPROCESSABLE_CONTENT),
    /** A price is at least one fen and at most the list price. */
    BAD_PRICE(HttpStatus.UNPROCESSABLE_CONTENT),
    /** A reason has 5 to 200 characters. */
    BAD_REASON(HttpStatus.UNPROCESSABLE_CONTENT),
    /** Its books are closed. */
    CLOSED_OUT(HttpStatus.CONFLICT),
    /** It was stopped or withdrawn, for good. */
    STOPPED(HttpStatus.CONFLICT),
    /** It has not opened yet, or has ended. */
    NOT_ON_SALE(HttpStatus.CONFLICT),
    /** It has opened, or is about to in the next seconds. */
    OPENED(HttpStatus.CONFLICT),
    /** It has ended. */
    SALE_OVER(HttpStatus.CONFLICT),
    /** There is none by that number, or it is another seller's. */
    NO_SUCH_OFFER(HttpStatus.NOT_FOUND),
    /** A seller's offer has at most so many units; {@link SaleRefused#number()}. */
    TOO_MANY_UNITS(HttpStatus.UNPROCESSABLE_CONTENT),
    /** Sellers add units; operators take them off. */
    UNITS_ONLY_GROW(HttpStatus.UNPROCESSABLE_CONTENT),
    /** An operator approves what sellers offer, and with it the price. */
    APPROVAL_NEEDED(HttpStatus.CONFLICT),
    /** Its sale is paused. */
    PAUSED_ALREADY(HttpStatus.CONFLICT),
    /** Its seller has asked for a pause, and nobody has answered yet. */
    PAUSE_ASKED(HttpStatus.CONFLICT),
    /** Nobody asks for a pause, or not any more. */
    NOT_ASKED(HttpStatus.CONFLICT),
    /** The counter is being put right. */
    COUNTER_BUSY(HttpStatus.SERVICE_UNAVAILABLE);

    private final HttpStatus status;

    SaleRefusal(HttpStatus status) {
        this.status = status;
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String messageKey() {
        return "sale.refusal." + name();
    }
}
