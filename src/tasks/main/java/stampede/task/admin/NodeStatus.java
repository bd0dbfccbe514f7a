package stampede.task.admin;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import stampede.task.TaskId;
import stampede.task.spi.ThisNode;

/**
 * A node of the cluster.
 *
 * @param name as {@link ThisNode#name}, and as the history has it
 * @param roles what it does: web, worker, beat
 * @param seenAt when it was last heard of
 * @param stopping whether it takes no more work because it ends
 * @param running what it runs at this moment, longest first
 * @param queues what it takes from, without the prefix
 * @param tasks the kinds of tasks that it knows, each with the version of its payload; empty if its release does not tell
 * @param notServed queues that it leaves alone for a while, and why
 */
public record NodeStatus(
        String name,
        Set<String> roles,
        Instant startedAt,
        Instant seenAt,
        boolean stopping,
        List<Running> running,
        Set<String> queues,
        Map<String, Integer> tasks,
        Map<String, NotServed> notServed) {

    /**
     * A queue whose connection breaks again and again as soon as it is served.
     *
     * @param since when it was left alone first, and has not recovered
     */
    public record NotServed(String why, Instant since) {}

    /** A task under way. */
    public record Running(TaskId id, String name, String queue, int attempt, Instant since) {}
}
