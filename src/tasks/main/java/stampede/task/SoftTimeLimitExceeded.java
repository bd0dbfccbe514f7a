package stampede.task;

import java.time.Duration;

/** An attempt was interrupted because it took longer than its task's {@link Task#softTimeLimit}, and ended with an exception. */
public final class SoftTimeLimitExceeded extends Exception {

    public SoftTimeLimitExceeded(Duration limit, Throwable cause) {
        super("Interrupted after " + limit, cause);
    }
}
