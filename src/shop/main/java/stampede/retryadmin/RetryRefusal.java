package stampede.retryadmin;

import org.springframework.http.HttpStatus;
import stampede.refusal.RefusalReason;

/** Every reason for which retries are not changed. The names are part of the JSON API. */
public enum RetryRefusal implements RefusalReason {
    UNKNOWN_TASK(HttpStatus.NOT_FOUND),
    /** They cannot be read, are out of their bounds, or take longer than the shop can wait. */
    BAD_RETRIES(HttpStatus.UNPROCESSABLE_CONTENT),
    /** Somebody else has changed them since they were looked at. */
    RETRIES_CHANGED(HttpStatus.CONFLICT);

    private final HttpStatus status;

    RetryRefusal(HttpStatus status) {
        this.status = status;
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String messageKey() {
        return "retries.refusal." + name();
    }
}
