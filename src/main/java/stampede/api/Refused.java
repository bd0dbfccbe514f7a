package stampede.api;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request that is refused for a reason with a name; a normal answer, so it has no stack trace. */
class Refused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private final transient @Nullable Duration retryAfter;

    Refused(Reason reason) {
        this(reason, null);
    }

    /** After that time trying again may help. */
    Refused(Reason reason, @Nullable Duration retryAfter) {
        super("Refused: " + reason, null, false, false);
        this.reason = reason;
        this.retryAfter = retryAfter;
    }

    Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    Reason reason() {
        return reason;
    }
}
