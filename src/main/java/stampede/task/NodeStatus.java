package stampede.task;

import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * A node of the cluster.
 *
 * @param name host, process number and prefix
 * @param roles what it does: web, worker, beat
 * @param seenAt when it was last heard of
 * @param stopping whether it takes no more work because it ends
 * @param running what it runs at this moment, longest first
 */
public record NodeStatus(
        String name, Set<String> roles, Instant startedAt, Instant seenAt, boolean stopping, List<Running> running) {

    /** A task under way. */
    public record Running(TaskId id, String name, String queue, int attempt, Instant since) {}
}
