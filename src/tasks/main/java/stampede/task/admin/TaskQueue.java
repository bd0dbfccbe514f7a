package stampede.task.admin;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A queue at this moment.
 *
 * @param name without the prefix
 * @param kind what it is for
 * @param lane how long messages wait in it, if it is a lane
 * @param ready messages that wait; empty if the broker cannot be asked
 * @param unacked messages in the hands of workers; empty if the broker cannot be asked
 * @param outbox tasks that are due and that the queue has not taken, because it is full or because they were sent this moment
 * @param workers how many worker nodes take from it
 * @param endedPerSecond how many tasks of it ended lately, each second, on all workers
 * @param rates how often its tasks may begin in the whole cluster, such as {@code 5/s}, by the name of those that have a rate
 * @param waitingForRate how many of the messages in hand wait because of a rate. What has to wait longer, in a queue with other tasks, is
 *     among the {@link OutboxTasks}
 * @param notServed which workers leave it alone for a while, by their name, and why
 */
public record TaskQueue(
        String name,
        Kind kind,
        Optional<Duration> lane,
        Optional<Long> ready,
        Optional<Long> unacked,
        long outbox,
        int workers,
        double endedPerSecond,
        boolean paused,
        Optional<Integer> concurrency,
        Optional<Integer> prefetch,
        Map<String, String> rates,
        long waitingForRate,
        Map<String, NodeStatus.NotServed> notServed) {

    /** Its rates, one after the other. */
    public String spokenRates() {
        return String.join(", ", rates.values());
    }

    public enum Kind {
        WORK,
        LANE,
        /** What has waited in a lane, on its way to its queue. */
        DUE,
        DEAD
    }
}
