package stampede.task.admin;

import java.util.List;
import java.util.Optional;
import stampede.task.TaskState;

/**
 * The queues of the cluster, watched and steered while they run. What is asked for is kept in the database, so it holds for every
 * worker, for those that start later too, and until it is asked otherwise.
 */
public interface TaskQueues {

    /**
     * All queues by name, the dead-letter queue, the lanes and those to which this node has sent and that nobody serves among them. What
     * only a node sent to that runs no longer is not, as nobody lists the queues that the broker has.
     */
    List<TaskQueue> list();

    /** A queue that is known here or that the broker has. */
    Optional<TaskQueue> find(String queue);

    /** Whether the broker cannot be asked at this moment; then nobody knows what waits in any queue. */
    boolean isBrokerAway();

    /** Takes nothing more from the queue; what runs may finish. Answers false if there is no such queue. */
    boolean pause(String queue);

    boolean resume(String queue);

    /**
     * Sets how much of the queue each worker takes.
     *
     * @param concurrency how many run at a time on each worker; empty: as the settings say
     * @param prefetch how many messages each of them may have in hand; empty: as the settings say
     */
    boolean scale(String queue, Optional<Integer> concurrency, Optional<Integer> prefetch);

    /**
     * Removes what waits in the queue and is in nobody's hands, for ten seconds at most; what is left then is removed by the next
     * call. Its tasks end as {@link TaskState#CANCELLED}. It cannot be undone.
     *
     * @return how many messages were removed
     */
    long purge(String queue);
}
