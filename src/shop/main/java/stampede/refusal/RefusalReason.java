package stampede.refusal;

import java.time.Duration;
import java.util.Optional;
import org.springframework.http.HttpStatus;

/**
 * Why the shop says no where that is expected, such as "sold out". Each module has an enum of its reasons; a constant carries all
 * that pages, the JSON API and metrics need. Its words are messages: {@code KEY.title} is what it is, {@code KEY.text} what
 * happened, {@code KEY.next} what to do, unless the text says it. {@code KEY.detail} is what the JSON API says instead, where a
 * program is told more than a person.
 */
public interface RefusalReason {

    /** Its name in the JSON API and, in lower case, in metrics. */
    String name();

    /** The HTTP status of pages and of the JSON API. */
    HttpStatus status();

    /** What the keys of its messages begin with, such as {@code refusal.SOLD_OUT}. */
    String messageKey();

    /**
     * How long to wait before the same request may succeed. Empty where waiting does not help: only 429 and 503 mean "not now".
     * A {@link RefusalException} may know a better time.
     */
    default Optional<Duration> retryAfter() {
        return status() == HttpStatus.TOO_MANY_REQUESTS || status() == HttpStatus.SERVICE_UNAVAILABLE
                ? Optional.of(RetryAfter.DEFAULT)
                : Optional.empty();
    }
}
