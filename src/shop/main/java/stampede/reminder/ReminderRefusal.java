package stampede.reminder;

import org.springframework.http.HttpStatus;
import stampede.refusal.RefusalReason;

/** Every reason for which somebody is not told of something. The names are part of the JSON API. */
public enum ReminderRefusal implements RefusalReason {
    /** No such offer or slot, or it was withdrawn. */
    NOTHING_TO_REMIND_OF(HttpStatus.NOT_FOUND),
    /** The sale is open or over: nothing opens. */
    OPENED_ALREADY(HttpStatus.CONFLICT),
    /** The sale is not open, so nothing can come back. */
    NOT_ON_SALE(HttpStatus.CONFLICT),
    /** The account has as many as it may have. */
    TOO_MANY_REMINDERS(HttpStatus.CONFLICT);

    private final HttpStatus status;

    ReminderRefusal(HttpStatus status) {
        this.status = status;
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String messageKey() {
        return "reminder.refusal." + name();
    }
}
