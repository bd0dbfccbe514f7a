package stampede.history;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import stampede.task.TaskState;

/** How many tasks of each name there were and how long they took, from the history: tasks that it does not keep are not counted. */
public interface TaskStatistics {

    /** How far each figure counts. */
    int MOST_COUNTED = 10_000;

    /** From so many of the newest successes the run times of a name are estimated. */
    int MOST_SAMPLED = 500;

    /** Of all names that were sent since the instant, by name. */
    List<OfName> since(Instant from);

    /** Of one name. */
    OfName since(Instant from, String name);

    /**
     * What there was of one name.
     *
     * @param runs how many are in each state, at most {@link #MOST_COUNTED} of each
     * @param p50 half of the successes took no longer, in their last attempt
     * @param p95 of twenty successes, nineteen took no longer
     * @param sampled from how many these two are known
     */
    record OfName(String name, Map<TaskState, Long> runs, Optional<Duration> p50, Optional<Duration> p95, int sampled) {

        /** How many in all. */
        public long total() {
            return runs.values().stream().mapToLong(Long::longValue).sum();
        }

        /** How many are in the state. */
        public long in(TaskState state) {
            return runs.getOrDefault(state, 0L);
        }

        /** Whether there are more than were counted. */
        public boolean isCut() {
            return runs.values().stream().anyMatch(count -> count >= MOST_COUNTED);
        }
    }
}
