package stampede.alert;

import org.springframework.http.HttpStatus;
import stampede.refusal.RefusalReason;

/** Every reason for which nothing is done about an alert. The names are part of the JSON API. */
public enum AlertRefusal implements RefusalReason {
    NO_SUCH_ALERT(HttpStatus.NOT_FOUND),
    NO_SUCH_SILENCE(HttpStatus.NOT_FOUND),
    /** What is over, nobody has to look after. */
    ALERT_OVER(HttpStatus.CONFLICT),
    SILENCE_OVER(HttpStatus.CONFLICT),
    /** A silence says of which rule, severity or thing it is, and lasts from five minutes to a day. */
    BAD_SILENCE(HttpStatus.UNPROCESSABLE_CONTENT),
    /** A reason has 5 to 200 characters, a note 1 to 200. */
    BAD_NOTE(HttpStatus.UNPROCESSABLE_CONTENT);

    private final HttpStatus status;

    AlertRefusal(HttpStatus status) {
        this.status = status;
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String messageKey() {
        return "alert.refusal." + name();
    }
}
