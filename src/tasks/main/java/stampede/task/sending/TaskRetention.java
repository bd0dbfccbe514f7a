package stampede.task.sending;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import stampede.support.JobScheduler;
import stampede.support.NodeRole;
import stampede.support.OnRole;
import stampede.task.admin.DeadTask;
import stampede.task.cancel.CancellationRepository;
import stampede.task.spi.QueueNames;

/** Deletes what the engine's tables need no more, a thousand rows at a time; any number of nodes may do so. */
@OnRole(NodeRole.WORKER)
class TaskRetention {

    private static final Logger log = LoggerFactory.getLogger(TaskRetention.class);
    private static final int AT_A_TIME = 1000;

    /** Longer than the broker takes to hand out again what was not acknowledged. */
    private static final Duration AFTER_THE_END = Duration.ofHours(1);

    private final NamedParameterJdbcTemplate jdbc;
    private final CancellationRepository cancels;
    private final TaskCanceller canceller;
    private final UniqueKeyRepository uniques;
    private final TaskRetentionProperties properties;
    private final QueueNames names;
    private final Clock clock;

    TaskRetention(
            NamedParameterJdbcTemplate jdbc,
            CancellationRepository cancels,
            TaskCanceller canceller,
            UniqueKeyRepository uniques,
            TaskRetentionProperties properties,
            QueueNames names,
            Clock clock) {
        this.jdbc = jdbc;
        this.cancels = cancels;
        this.canceller = canceller;
        this.uniques = uniques;
        this.properties = properties;
        this.names = names;
        this.clock = clock;
    }

    @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.MINUTES, scheduler = JobScheduler.ENGINE)
    void turn() {
        try {
            forgetCancellations();
            all(() -> uniques.forget(clock.instant(), AT_A_TIME));
            delete("task_once where prefix = :prefix and done_ms < :before order by done_ms", properties.once());
            delete(
                    "task_suspect where prefix = :prefix and changed_ms < :before order by changed_ms",
                    properties.once());
            delete(dead(DeadTask.Status.REPLAYED), properties.decided());
            delete(dead(DeadTask.Status.DISCARDED), properties.decided());
            var undecided = delete(dead(DeadTask.Status.DEAD), properties.dead());
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

    private static String dead(DeadTask.Status status) {
        return "task_dead where prefix = :prefix and status = '" + status
                + "' and changed_ms < :before order by changed_ms";
    }

    private long delete(String what, Duration keep) {
        var values = Map.of(
                "prefix", names.prefix(),
                "before", clock.instant().minus(keep).toEpochMilli(),
                "most", AT_A_TIME);
        return all(() -> jdbc.update("delete from " + what + " limit :most", values));
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
