package stampede.task.retry;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import stampede.task.admin.RetryTimes;
import stampede.task.handler.RetryPlan;
import stampede.task.handler.TaskDefinition;

/** What this node knows of the retries that were set: a copy in memory, so that a failure asks no database. */
public class RetryOverrides {

    private static final Logger log = LoggerFactory.getLogger(RetryOverrides.class);

    private final RetryOverrideRepository table;

    /** By task; null until it was read for the first time. */
    private volatile @Nullable Map<String, RetryTimes> known;

    RetryOverrides(RetryOverrideRepository table) {
        this.table = table;
    }

    /** When the task is tried again: as was set, else as its annotation says. */
    public RetryPlan plan(TaskDefinition task) {
        return times(task.name())
                .map(times -> task.retries().with(times.delays(), times.jitter()))
                .orElseGet(task::retries);
    }

    /** What was set for the task. While the database does not answer, that is what was known before. */
    public Optional<RetryTimes> times(String task) {
        var present = known == null ? refresh() : known;
        return Optional.ofNullable(present).flatMap(all -> Optional.ofNullable(all.get(task)));
    }

    /** Reads all again. One at a time: else what was read before a change could replace what was read after it. */
    @Nullable
    synchronized Map<String, RetryTimes> refresh() {
        try {
            known = table.times();
        } catch (DataAccessException away) {
            log.debug("Retries stay as they were", away);
        }
        return known;
    }
}
