package stampede.refusal;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request is refused for a reason with a name: a normal answer, so it has no stack trace. */
public class RefusalException extends RuntimeException {

    private final transient RefusalReason reason;
    private final transient @Nullable Duration retryAfter;

    public RefusalException(RefusalReason reason) {
        this(reason, null);
    }

    /** After {@code retryAfter} the same request may succeed. */
    public RefusalException(RefusalReason reason, @Nullable Duration retryAfter) {
        super("Refused: " + reason.name(), null, false, false);
        this.reason = reason;
        this.retryAfter = retryAfter;
    }

    public RefusalReason reason() {
        return reason;
    }

    /** What a program needs to do better, as further members of the problem that the JSON API answers; mostly nothing. */
    public Map<String, Object> details() {
        return Map.of();
    }

    /** How long to wait before the same request may succeed; empty where waiting does not help. */
    public final Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter).or(reason::retryAfter);
    }
}
