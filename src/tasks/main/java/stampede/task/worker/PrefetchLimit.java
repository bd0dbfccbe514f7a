package stampede.task.worker;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How many messages of a queue this node may hold: those that run, and beside them no more than its threads begin within a small share
 * of the broker's consumer timeout. Whatever is held longer than that timeout, the broker takes back from everybody. Until something has
 * ended, nobody knows how long tasks take, so nothing waits.
 */
final class PrefetchLimit {

    /** The part of the consumer timeout that a message may wait here. */
    private static final int SHARE = 20;

    /** How much one run changes the average. */
    private static final double WEIGHT = 0.2;

    private final long mostWaitNanos;
    private final Map<Thread, Long> running = new ConcurrentHashMap<>();
    private volatile double averageNanos = -1;
    private int waiting;

    PrefetchLimit(Duration consumerTimeout) {
        this.mostWaitNanos = consumerTimeout.toNanos() / SHARE;
    }

    /** The calling thread begins with messages. */
    void begin() {
        running.put(Thread.currentThread(), System.nanoTime());
    }

    /** It has ended what it began. Answers whether that was the first of all, so that from now on something is known. */
    boolean ended() {
        var since = running.remove(Thread.currentThread());
        return since != null && learn((double) (System.nanoTime() - since));
    }

    private synchronized boolean learn(double nanos) {
        var first = averageNanos < 0;
        averageNanos = first ? nanos : averageNanos + WEIGHT * (nanos - averageNanos);
        return first;
    }

    /**
     * How many messages may be in hand now. It grows late and by much, because each change is a new subscription.
     *
     * @param share the most there may be
     */
    synchronized int of(QueueShare share) {
        var running = Math.min(share.prefetch(), share.concurrency() * share.together());
        var most = share.prefetch() - running;
        var fit = most == 0 ? 0 : (int) Math.min(most, share.together() * turnsInTime(share.concurrency()));
        var wanted = fit == most ? most : Integer.highestOneBit(fit);
        if (wanted < waiting || wanted == most || wanted >= 4 * waiting) {
            waiting = wanted;
        }
        return running + waiting;
    }

    /** How many turns the threads that are not held up begin in time. */
    private long turnsInTime(int threads) {
        var now = System.nanoTime();
        var heldUp = running.values().stream()
                .filter(since -> now - since > mostWaitNanos)
                .count();
        var free = Math.max(0, threads - heldUp);
        return averageNanos < 0
                ? 0
                : (long) Math.min(Integer.MAX_VALUE, free * mostWaitNanos / Math.max(1, averageNanos));
    }
}
