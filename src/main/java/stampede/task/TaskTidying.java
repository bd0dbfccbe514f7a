package stampede.task;

import java.time.Clock;
import java.time.Duration;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.stereotype.Component;
import stampede.support.Loop;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/** Deletes cancellations and unique keys that have had their time. Any number of workers may do so. */
@Component
@OnRole(NodeRole.WORKER)
class TaskTidying extends Loop {

    private static final Logger log = LoggerFactory.getLogger(TaskTidying.class);
    private static final Duration PAUSE = Duration.ofMinutes(1);
    private static final int MOST_AT_A_TIME = 1_000;

    /** Longer than the broker takes to hand out again what was not acknowledged. */
    private static final Duration AFTER_THE_END = Duration.ofHours(1);

    /** A task that is due later than this after it was called off is run all the same. */
    private static final Duration AFTER_THE_ASKING = Duration.ofDays(90);

    private final CancelTable cancels;
    private final UniqueKeys uniques;
    private final Clock clock;

    TaskTidying(CancelTable cancels, UniqueKeys uniques, Clock clock) {
        super("task-tidying", PAUSE);
        this.cancels = cancels;
        this.uniques = uniques;
        this.clock = clock;
    }

    @Override
    protected void turn() {
        var now = clock.instant();
        try {
            all(() -> cancels.forget(now.minus(AFTER_THE_END), now.minus(AFTER_THE_ASKING), MOST_AT_A_TIME));
            all(() -> uniques.forget(now, MOST_AT_A_TIME));
        } catch (ConcurrencyFailureException otherNode) {
            log.debug("Another node deletes the same", otherNode);
        }
    }

    private static void all(IntSupplier some) {
        var deleted = MOST_AT_A_TIME;
        while (deleted == MOST_AT_A_TIME) {
            deleted = some.getAsInt();
        }
    }
}
