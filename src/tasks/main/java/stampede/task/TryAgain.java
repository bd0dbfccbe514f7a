package stampede.task;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Thrown by a handler that knows when it should be tried again; see {@link TaskContext#retryIn}. Counts as a failed attempt. */
public final class TryAgain extends RuntimeException {

    private final transient Duration delay;

    TryAgain(Duration delay, @Nullable Throwable cause) {
        super("To be tried again in " + delay, cause);
        if (delay.toMillis() < 1) {
            throw new IllegalArgumentException("A retry must wait at least a millisecond, not " + delay);
        }
        this.delay = delay;
    }

    public Duration delay() {
        return delay;
    }
}
