package stampede.task.admin;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import stampede.task.TaskId;

/** The tasks that wait in the database: for their time, or for the broker to take them. */
public interface OutboxTasks {

    /** How far {@link Backlog} counts. */
    int MOST_COUNTED = 10_000;

    /**
     * Those of a queue, or of all, in the order they were written.
     *
     * @param after only those with a higher number; 0 for the first page
     */
    List<OutboxTask> list(Optional<String> queue, long after, int most);

    /** What waits under this id for its time. */
    Optional<OutboxTask> find(TaskId id);

    /** How much waits for each queue, by name; of at most a thousand queues. */
    List<Backlog> backlogs();

    /**
     * What waits for one queue.
     *
     * @param waiting how many tasks, at most {@link #MOST_COUNTED}
     * @param late how many of these should be at the broker already
     * @param oldest when the first of them was wanted
     */
    record Backlog(String queue, long waiting, long late, Instant oldest) {

        /** Whether there are more than were counted. */
        public boolean isCut() {
            return waiting >= MOST_COUNTED;
        }
    }
}
