package stampede.rehearsal;

import com.google.common.primitives.Longs;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** What bots count of their own presses and looks; by many threads. Times are in nanoseconds. */
final class PressCounts {

    private final Queue<Long> accepted = new ConcurrentLinkedQueue<>();
    private final Queue<Long> answerNanos = new ConcurrentLinkedQueue<>();
    private final Queue<Long> lookNanos = new ConcurrentLinkedQueue<>();
    private final AtomicLong first = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong last = new AtomicLong(Long.MIN_VALUE);
    private final AtomicLong lastAccepted = new AtomicLong(Long.MIN_VALUE);
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong failedLooks = new AtomicLong();

    /** Units were promised, under this number. */
    void countAccepted(long reservation, long began, long ended) {
        accepted.add(reservation);
        lastAccepted.accumulateAndGet(ended, Math::max);
        count(began, ended);
    }

    /** The shop said no, as it may. */
    void countRefused(long began, long ended) {
        count(began, ended);
    }

    /** The shop was busy, failed, or did not answer. */
    void countFailed(long began, long ended) {
        failed.incrementAndGet();
        count(began, ended);
    }

    /** A page was looked at while bots pressed. */
    void countLook(long nanos) {
        lookNanos.add(nanos);
    }

    /** A page was answered by an error, or not at all. */
    void countFailedLook() {
        failedLooks.incrementAndGet();
    }

    private void count(long began, long ended) {
        answerNanos.add(ended - began);
        first.accumulateAndGet(began, Math::min);
        last.accumulateAndGet(ended, Math::max);
    }

    long presses() {
        return answerNanos.size();
    }

    /** The numbers of all that was promised; one is there twice if it was promised twice. */
    List<Long> accepted() {
        return List.copyOf(accepted);
    }

    long failed() {
        return failed.get();
    }

    long failedLooks() {
        return failedLooks.get();
    }

    long looks() {
        return lookNanos.size();
    }

    /** Of a hundred answers ninety-nine came in this time, in milliseconds; 0 if there were none. */
    double answerP99() {
        return p99(answerNanos);
    }

    double lookP99() {
        return p99(lookNanos);
    }

    /** From the first press to its last answer, in seconds; at least a millisecond. */
    double pressSeconds() {
        return seconds(last.get());
    }

    /** From the first press to the last unit that was promised, in seconds; at least a millisecond. */
    double acceptSeconds() {
        return seconds(lastAccepted.get());
    }

    private double seconds(long until) {
        return until == Long.MIN_VALUE ? 0.001 : Math.max(0.001, (until - first.get()) / 1e9);
    }

    private static double p99(Queue<Long> nanos) {
        var sorted = Longs.toArray(nanos);
        Arrays.sort(sorted);
        return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(sorted.length * 0.99) - 1] / 1e6;
    }
}
