package stampede.idempotency;

import java.time.Clock;
import java.time.Duration;
import stampede.task.Beat;
import stampede.task.TaskHandlers;
import stampede.task.Tick;

/** Forgets keys of requests that nobody sends again. */
@TaskHandlers
class RequestKeyTaskHandlers {

    private static final Duration KEPT = Duration.ofDays(1);
    private static final int AT_ONCE = 1_000;

    private final RequestKeyRepository keys;
    private final Clock clock;

    RequestKeyTaskHandlers(RequestKeyRepository keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    /** A thousand at a time, so that no transaction is long. */
    @Beat(name = "request-key.forget", every = "1h", overlap = false)
    void forget(Tick tick) {
        var before = clock.instant().minus(KEPT).toEpochMilli();
        int forgotten;
        do {
            forgotten = keys.deleteBefore(before, AT_ONCE);
        } while (forgotten == AT_ONCE);
    }
}
