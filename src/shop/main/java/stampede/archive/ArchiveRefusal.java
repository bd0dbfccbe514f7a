package stampede.archive;

import org.springframework.http.HttpStatus;
import stampede.refusal.RefusalReason;

/** Why nothing is done about dead tasks. The names are part of the JSON API. */
public enum ArchiveRefusal implements RefusalReason {
    /** There is no dead task by that number. */
    NO_SUCH_DEAD_TASK(HttpStatus.NOT_FOUND),
    /** There is no run by that number. */
    NO_SUCH_RUN(HttpStatus.NOT_FOUND),
    /** Somebody decided about it before. */
    ALREADY_DECIDED(HttpStatus.CONFLICT),
    /** Others match now than those that were told. */
    NUMBER_MOVED(HttpStatus.CONFLICT),
    /** Nothing of the order failed, and it is where it ought to be. */
    NOTHING_TO_DO(HttpStatus.CONFLICT),
    /** Neither numbers nor a filter say which are meant. */
    NO_FILTER(HttpStatus.UNPROCESSABLE_CONTENT),
    /** A run takes 1 to 100 a second. */
    BAD_PACE(HttpStatus.UNPROCESSABLE_CONTENT),
    /** A run takes at most 100,000. */
    TOO_MANY_TASKS(HttpStatus.UNPROCESSABLE_CONTENT),
    /** A reason has 5 to 200 characters. */
    BAD_ARCHIVE_REASON(HttpStatus.UNPROCESSABLE_CONTENT),
    /** A note has 1 to 500 characters. */
    BAD_NOTE(HttpStatus.UNPROCESSABLE_CONTENT);

    private final HttpStatus status;

    ArchiveRefusal(HttpStatus status) {
        this.status = status;
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String messageKey() {
        return "archive.refusal." + name();
    }
}
