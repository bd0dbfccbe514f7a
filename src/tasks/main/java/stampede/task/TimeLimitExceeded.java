package stampede.task;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An attempt took longer than its task's {@link Task#timeLimit}: it was interrupted, and if it took no notice, given up. */
public final class TimeLimitExceeded extends Exception {

    public TimeLimitExceeded(String what, Duration limit, @Nullable Throwable cause) {
        super(what + " after " + limit, cause);
    }
}
