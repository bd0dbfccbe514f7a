package stampede.task.sending;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.scheduling.annotation.Scheduled;
import stampede.support.JobScheduler;
import stampede.support.NodeRole;
import stampede.support.OnRole;
import stampede.task.admin.DeadTask;
import stampede.task.cancel.CancellationRepository;

/** Deletes what the engine's tables need no more, a thousand rows at a time; any number of nodes may do so. */
@OnRole(NodeRole.WORKER)
class TaskRetention {

    private static final Logger log = LoggerFactory.getLogger(TaskRetention.class);
    private static final int AT_A_TIME = 1000;

    /** Longer than the broker takes to hand out again what was not acknowledged. */
    private static final Duration AFTER_THE_END = Duration.ofHours(1);

    private final TaskRetentionRepository rows;
    private final CancellationRepository cancels;
    private final TaskCanceller canceller;
    private final UniqueKeyRepository uniques;
    private final TaskRetentionProperties properties;
    private final Clock clock;

    TaskRetention(
            TaskRetentionRepository rows,
            CancellationRepository cancels,
            TaskCanceller canceller,
            UniqueKeyRepository uniques,
            TaskRetentionProperties properties,
            Clock clock) {
        this.rows = rows;
        this.cancels = cancels;
        this.canceller = canceller;
        this.uniques = uniques;
        this.properties = properties;
        this.clock = clock;
    }

    @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.MINUTES, scheduler = JobScheduler.ENGINE)
    void turn() {
        try {
            forgetCancellations();
            all(() -> uniques.forget(clock.instant(), AT_A_TIME));
            all(properties.once(), before -> rows.forgetDoneOnce(before, AT_A_TIME));
            all(properties.once(), before -> rows.forgetSuspects(before, AT_A_TIME));
            all(properties.decided(), before -> rows.forgetDead(DeadTask.Status.REPLAYED, before, AT_A_TIME));
            all(properties.decided(), before -> rows.forgetDead(DeadTask.Status.DISCARDED, before, AT_A_TIME));
            var undecided = all(properties.dead(), before -> rows.forgetDead(DeadTask.Status.DEAD, before, AT_A_TIME));
            if (undecided > 0) {
                log.warn("Deleted {} dead tasks that nobody decided about in {}", undecided, properties.dead());
            }
        } catch (ConcurrencyFailureException otherNode) {
            log.debug("Another node deletes the same", otherNode);
        }
    }

    private void forgetCancellations() {
        var now = clock.instant();
        all(() -> cancels.forgetEnded(now.minus(AFTER_THE_END), AT_A_TIME));
        all(() -> {
            var some = cancels.neverCame(now.minus(properties.cancelled()), AT_A_TIME);
            if (!some.isEmpty()) {
                canceller.forget(some);
            }
            return some.size();
        });
    }

    private long all(Duration keep, ToIntFunction<Instant> some) {
        var before = clock.instant().minus(keep);
        return all(() -> some.applyAsInt(before));
    }

    private static long all(IntSupplier some) {
        long all = 0;
        int deleted;
        do {
            deleted = some.getAsInt();
            all += deleted;
        } while (deleted == AT_A_TIME && !Thread.currentThread().isInterrupted());
        return all;
    }
}
