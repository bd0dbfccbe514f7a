package stampede.refusal;

import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import org.springframework.http.HttpHeaders;

/**
 * The header {@code Retry-After} of pages and of the JSON API: in whole seconds, rounded up, because a request that comes too early
 * is refused again; at least 1. All answers of status 429 and 503 have it.
 */
public final class RetryAfter {

    /** Where nobody knows a better time. */
    public static final Duration DEFAULT = Duration.ofSeconds(2);

    private RetryAfter() {}

    /** Sets the header. */
    public static void write(Duration wait, HttpServletResponse response) {
        response.setHeader(HttpHeaders.RETRY_AFTER, seconds(wait));
    }

    /** The value of the header. */
    public static String seconds(Duration wait) {
        return Long.toString(Math.max(1, wait.plusMillis(999).toSeconds()));
    }
}
