package stampede.idempotency;

import org.springframework.http.HttpStatus;
import stampede.refusal.RefusalReason;

/** Why a request with a key is not done. The names are part of the JSON API. */
public enum RequestKeyRefusal implements RefusalReason {
    /** Another request had this key within a day. */
    KEY_OF_ANOTHER_REQUEST(HttpStatus.UNPROCESSABLE_CONTENT);

    private final HttpStatus status;

    RequestKeyRefusal(HttpStatus status) {
        this.status = status;
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String messageKey() {
        return "request-key.refusal." + name();
    }
}
