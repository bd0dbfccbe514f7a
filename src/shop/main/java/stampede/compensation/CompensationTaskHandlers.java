package stampede.compensation;

import java.time.Clock;
import java.time.Duration;
import stampede.task.Beat;
import stampede.task.TaskHandlers;
import stampede.task.Tick;

/** Forgets old lines. */
@TaskHandlers
class CompensationTaskHandlers {

    private static final int AT_ONCE = 1_000;

    private final CompensationRepository rows;
    private final Clock clock;
    private final Duration keep;

    CompensationTaskHandlers(CompensationRepository rows, Clock clock, CompensationProperties properties) {
        this.rows = rows;
        this.clock = clock;
        this.keep = properties.keep();
    }

    /** A thousand at a time, so that no transaction is long. */
    @Beat(name = "compensation.forget", every = "1h", overlap = false)
    void forget(Tick tick) {
        var before = clock.instant().minus(keep).toEpochMilli();
        int forgotten;
        do {
            forgotten = rows.deleteBefore(before, AT_ONCE);
        } while (forgotten == AT_ONCE);
    }
}
