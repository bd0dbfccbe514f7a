package stampede.task.admin;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What was sent to queues that only another system's workers serve, and has not ended as far as is known here. */
public interface ForeignCalls {

    /** How far {@link OfQueue#waiting} counts, over all queues together. */
    int MOST_COUNTED = 10_000;

    /** By queue. */
    List<OfQueue> byQueue();

    /**
     * What one queue was sent.
     *
     * @param queue its name at the broker
     * @param waiting how many tasks
     * @param oldest when the first of them could be run
     * @param missingSince since when it is known that the broker has no such queue, if it has none
     * @param ready messages that wait in it; empty if the broker has no such queue or cannot be asked
     * @param consumers how many take from it, of whatever system; empty as before
     */
    record OfQueue(
            String queue,
            long waiting,
            Instant oldest,
            Optional<Instant> missingSince,
            Optional<Long> ready,
            Optional<Long> consumers) {}
}
