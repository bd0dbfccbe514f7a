package stampede.order;

import org.springframework.http.HttpStatus;
import stampede.refusal.RefusalReason;

/** Every reason for which an order is not changed on request. The names are part of the JSON API. */
public enum OrderRefusal implements RefusalReason {
    /** Only an order that has not been paid can be cancelled. */
    NOT_CANCELLABLE(HttpStatus.CONFLICT);

    private final HttpStatus status;

    OrderRefusal(HttpStatus status) {
        this.status = status;
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String messageKey() {
        return "order.refusal." + name();
    }
}
