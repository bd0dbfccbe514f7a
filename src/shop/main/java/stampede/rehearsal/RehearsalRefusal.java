package stampede.rehearsal;

import org.springframework.http.HttpStatus;
import stampede.refusal.RefusalReason;

/** Every reason for which there is no rehearsal. The names are part of the JSON API. */
public enum RehearsalRefusal implements RefusalReason {
    NO_SUCH_REHEARSAL(HttpStatus.NOT_FOUND),
    /** There is no such offer, it is a coupon, or its sale is long over. */
    NOTHING_TO_REHEARSE(HttpStatus.NOT_FOUND),
    /** One is under way, and there is one at a time. */
    REHEARSAL_RUNS(HttpStatus.CONFLICT),
    /** A sale is open or opens within fifteen minutes. */
    SALE_TOO_NEAR(HttpStatus.CONFLICT),
    /** It has ended. */
    REHEARSAL_OVER(HttpStatus.CONFLICT),
    /** A number is not in its range. */
    BAD_REHEARSAL(HttpStatus.UNPROCESSABLE_CONTENT);

    private final HttpStatus status;

    RehearsalRefusal(HttpStatus status) {
        this.status = status;
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String messageKey() {
        return "rehearsal.refusal." + name();
    }
}
