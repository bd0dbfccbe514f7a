package stampede.history;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.core.annotation.Order;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.support.NodeRole;
import stampede.support.OnRole;
import stampede.task.TaskState;
import stampede.task.spi.AttemptEnd;
import stampede.task.spi.TaskObserver;
import stampede.task.spi.TaskStep;

/**
 * Counts how attempts and tasks end on this worker, in memory, and adds that to the database whenever {@link HistoryRetention} has a
 * turn. What could not be written is added the next time.
 */
@Order(3)
@OnRole(NodeRole.WORKER)
class TaskHourKeeper implements TaskObserver, DisposableBean {

    private static final Logger log = LoggerFactory.getLogger(TaskHourKeeper.class);
    private static final int MOST_KEYS = 5_000;
    private static final int LONGEST_NAME = 128;
    private static final int MOST_AT_A_TIME = 1_000;
    private static final long MOST_WAIT_MILLIS = 2_000;

    private final TaskHourRepository rows;
    private final TransactionTemplate transaction;
    private final HistoryProperties properties;
    private final Clock clock;
    private final Map<Key, Sum> sums = new ConcurrentHashMap<>();

    TaskHourKeeper(
            TaskHourRepository rows, TransactionTemplate transaction, HistoryProperties properties, Clock clock) {
        this.rows = rows;
        this.transaction = transaction;
        this.properties = properties;
        this.clock = clock;
    }

    @Override
    public void observe(TaskStep step) {
        if (step.state().isFinal() || step.state() == TaskState.RETRY) {
            add(
                    key(step),
                    1,
                    step.run().map(AttemptEnd::runtime).map(Duration::toMillis).orElse(0L));
        }
    }

    /** Writes what was counted since the last time. */
    void write() {
        var taken = take();
        if (taken.isEmpty()) {
            return;
        }
        try {
            transaction.executeWithoutResult(status -> rows.add(taken));
        } catch (RuntimeException away) {
            taken.forEach(
                    row -> add(new Key(row.hour(), row.task(), row.outcome(), row.tries()), row.count(), row.millis()));
            throw away;
        }
    }

    /** Deletes what is older than the setting says, a little at a time. */
    void deleteOld() {
        rows.delete(clock.instant().minus(properties.keepHours()), MOST_AT_A_TIME);
    }

    /** The last of it, when the node stops; a database that is away does not hold that up. */
    @Override
    public void destroy() throws InterruptedException {
        var last = new Thread(this::writeLast, "task-hours-last");
        last.setDaemon(true);
        last.start();
        last.join(MOST_WAIT_MILLIS);
    }

    private void writeLast() {
        try {
            write();
        } catch (RuntimeException away) {
            log.warn("How tasks ended in the last minute is not written down: {}", away.toString());
        }
    }

    /** Each sum is out of the map before it is read, and whoever adds does so inside the map, so nothing is lost between. */
    private List<TaskHourRepository.Row> take() {
        var taken = new ArrayList<TaskHourRepository.Row>();
        for (var key : List.copyOf(sums.keySet())) {
            var sum = sums.remove(key);
            if (sum != null) {
                taken.add(new TaskHourRepository.Row(
                        key.hour(), key.task(), key.outcome(), key.tries(), sum.count, sum.millis));
            }
        }
        taken.sort(Comparator.comparing(TaskHourRepository.Row::hour)
                .thenComparing(TaskHourRepository.Row::task)
                .thenComparing(row -> row.outcome().name())
                .thenComparing(TaskHourRepository.Row::tries));
        return taken;
    }

    private void add(Key key, long count, long millis) {
        sums.compute(key, (same, sum) -> (sum == null ? new Sum() : sum).plus(count, millis));
    }

    private Key key(TaskStep step) {
        var name = step.message().name();
        var key = new Key(
                hour(step.at()),
                name.substring(0, Math.min(name.length(), LONGEST_NAME)),
                step.state(),
                Math.max(1, Math.min(step.message().attempt(), TaskHours.MOST_TRIES)));
        return sums.size() < MOST_KEYS || sums.containsKey(key)
                ? key
                : new Key(key.hour(), TaskHours.OTHER, key.outcome(), key.tries());
    }

    private static long hour(Instant at) {
        return at.truncatedTo(ChronoUnit.HOURS).getEpochSecond();
    }

    private record Key(long hour, String task, TaskState outcome, int tries) {}

    private static final class Sum {

        private long count;
        private long millis;

        Sum plus(long more, long time) {
            count += more;
            millis += time;
            return this;
        }
    }
}
