package stampede.product;

import org.springframework.http.HttpStatus;
import stampede.refusal.RefusalReason;

/** Every reason for which a product stays as it is. The names are part of the JSON API. */
public enum ProductRefusal implements RefusalReason {
    /** There is none, or it is somebody else's. */
    NO_SUCH_PRODUCT(HttpStatus.NOT_FOUND),
    /** Somebody else changed it since it was looked at. */
    PRODUCT_CHANGED(HttpStatus.PRECONDITION_FAILED),
    /** The request does not say which version of it was looked at. */
    VERSION_MISSING(HttpStatus.PRECONDITION_REQUIRED),
    /** It is or was on offer, so it can be retired and never removed. */
    PRODUCT_OFFERED(HttpStatus.CONFLICT),
    /** Something in it cannot be; {@link ProductRefused#problems()} says what. */
    PRODUCT_INVALID(HttpStatus.UNPROCESSABLE_CONTENT);

    private final HttpStatus status;

    ProductRefusal(HttpStatus status) {
        this.status = status;
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String messageKey() {
        return "product.refusal." + name();
    }
}
