package stampede.draft;

import org.springframework.http.HttpStatus;
import stampede.refusal.RefusalReason;

/** Every reason for which a draft is not kept, submitted or published. The names are part of the JSON API. */
public enum DraftRefusal implements RefusalReason {
    /** There is none by that number, or it is somebody else's. */
    NO_SUCH_DRAFT(HttpStatus.NOT_FOUND),
    /** There is none by that number, or it is somebody else's, or a coupon. */
    NO_SUCH_PRODUCT(HttpStatus.UNPROCESSABLE_CONTENT),
    /** Several sellers have a product of this key, or several are called so. */
    SEVERAL_PRODUCTS(HttpStatus.UNPROCESSABLE_CONTENT),
    /** A price is at least one fen and at most the list price. */
    BAD_PRICE(HttpStatus.UNPROCESSABLE_CONTENT),
    /** An offer has 1 to so many units; {@link DraftRefused#number()}. */
    BAD_UNITS(HttpStatus.UNPROCESSABLE_CONTENT),
    /** One shopper may have 1 to 100 units. */
    BAD_LIMIT(HttpStatus.UNPROCESSABLE_CONTENT),
    /** One address may have 1 to 1,000 units; 0 is no limit. */
    BAD_ADDRESS_LIMIT(HttpStatus.UNPROCESSABLE_CONTENT),
    /** A window of its own has 10 minutes to 24 hours, and opens within 60 days. */
    BAD_WINDOW(HttpStatus.UNPROCESSABLE_CONTENT),
    /** Sellers sell in the slots that there are. */
    NO_OWN_WINDOW(HttpStatus.UNPROCESSABLE_CONTENT),
    /** Sellers' offers open so many minutes from now at the earliest; {@link DraftRefused#number()}. */
    TOO_SOON(HttpStatus.UNPROCESSABLE_CONTENT),
    /** The slot is over. */
    SLOT_OVER(HttpStatus.UNPROCESSABLE_CONTENT),
    /** A product is in a slot only once, also if it was withdrawn. */
    TWICE_IN_SLOT(HttpStatus.CONFLICT),
    /** A seller has at most so many offers in a slot, those to be approved among them; {@link DraftRefused#number()}. */
    TOO_MANY_OFFERS(HttpStatus.CONFLICT),
    /** A seller has at most so many drafts; {@link DraftRefused#number()}. */
    TOO_MANY_DRAFTS(HttpStatus.CONFLICT),
    /** Somebody else saved it meanwhile. */
    CHANGED_MEANWHILE(HttpStatus.CONFLICT),
    /** It is submitted or published. */
    NOT_A_DRAFT(HttpStatus.CONFLICT),
    /** It is not waiting for approval, or not any more. */
    NOT_PENDING(HttpStatus.CONFLICT),
    /** Its slot has opened before anybody approved it. */
    OPENED_MEANWHILE(HttpStatus.CONFLICT),
    /** Words have 5 to 200 characters. */
    BAD_WORDS(HttpStatus.UNPROCESSABLE_CONTENT);

    private final HttpStatus status;

    DraftRefusal(HttpStatus status) {
        this.status = status;
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String messageKey() {
        return "draft.refusal." + name();
    }

    /** The field of a form that it is about; empty if it is about no single one. */
    public String field() {
        return switch (this) {
            case NO_SUCH_PRODUCT, SEVERAL_PRODUCTS -> "product";
            case BAD_PRICE -> "price";
            case BAD_UNITS -> "units";
            case BAD_LIMIT -> "limit";
            case BAD_ADDRESS_LIMIT -> "addressLimit";
            case BAD_WINDOW -> "opens";
            case NO_OWN_WINDOW, TOO_SOON, SLOT_OVER, TWICE_IN_SLOT, TOO_MANY_OFFERS -> "slot";
            case BAD_WORDS -> "words";
            case NO_SUCH_DRAFT, TOO_MANY_DRAFTS, CHANGED_MEANWHILE, NOT_A_DRAFT, NOT_PENDING, OPENED_MEANWHILE -> "";
        };
    }
}
