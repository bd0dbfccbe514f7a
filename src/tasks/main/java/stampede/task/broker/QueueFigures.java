package stampede.task.broker;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** How many tasks of each queue this node has in hand, and how many it has ended. */
public class QueueFigures {

    private final Map<String, Counts> counts = new ConcurrentHashMap<>();

    /** Messages came from the broker, or, if negative, are in hand no more, acknowledged or not. */
    void inHand(String queue, int change) {
        of(queue).inHand.add(change);
    }

    /** Tasks that ended, in whatever way. */
    public void countEnded(String queue, int tasks) {
        of(queue).ended.add(tasks);
    }

    /** Tasks in hand began or, if negative, ceased to wait for their turn within their rate. */
    public void waitForRate(String queue, int change) {
        of(queue).waitForRate.add(change);
    }

    /** By queue, without the prefix. */
    public Map<String, Figures> all() {
        var all = new TreeMap<String, Figures>();
        counts.forEach((queue, count) -> all.put(
                queue,
                new Figures(Math.max(0, count.inHand.sum()), count.ended.sum(), Math.max(0, count.waitForRate.sum()))));
        return all;
    }

    private Counts of(String queue) {
        return counts.computeIfAbsent(queue, any -> new Counts(new LongAdder(), new LongAdder(), new LongAdder()));
    }

    /**
     * What this node did of a queue.
     *
     * @param inHand delivered and not acknowledged
     * @param ended since the node started
     * @param waitForRate how many hold up the rest of the queue until it is their turn within their rate
     */
    public record Figures(long inHand, long ended, long waitForRate) {}

    private record Counts(LongAdder inHand, LongAdder ended, LongAdder waitForRate) {}
}
