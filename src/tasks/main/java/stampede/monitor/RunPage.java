package stampede.monitor;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import stampede.history.TaskRun;

/**
 * A page of tasks that were looked for.
 *
 * @param next the number below which the next page begins; empty on the last
 * @param matching how many match on all pages together, as far as was counted
 * @param more whether there may be more than that
 * @param lookedBackTo the time of sending back to which tasks were looked at one by one, if there are older ones
 */
record RunPage(List<TaskRun> items, Optional<Long> next, long matching, boolean more, Optional<Instant> lookedBackTo) {}
