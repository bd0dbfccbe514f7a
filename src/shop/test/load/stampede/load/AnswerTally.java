package stampede.load;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** Counts what shoppers were told; written by many threads. */
final class AnswerTally {

    private final Map<String, LongAdder> refusals = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> putOff = new ConcurrentHashMap<>();
    private final Map<Integer, Accepted> accepted = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Long> latencies = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Long> acceptedLatencies = new ConcurrentLinkedQueue<>();
    private final LongAdder contradictions = new LongAdder();
    private final AtomicLong firstSent = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong lastAccepted = new AtomicLong();
    private final AtomicLong lastAnswered = new AtomicLong();

    /** An answer came, whatever it was; times in epoch milliseconds. */
    void answered(long sent, long answered) {
        latencies.add(answered - sent);
        firstSent.accumulateAndGet(sent, Math::min);
        lastAnswered.accumulateAndGet(answered, Math::max);
    }

    void accepted(int shopper, String purchase, long sent, long answered) {
        var before = accepted.putIfAbsent(shopper, new Accepted(shopper, purchase));
        if (before != null && !before.purchase().equals(purchase)) {
            contradictions.increment();
        }
        acceptedLatencies.add(answered - sent);
        lastAccepted.accumulateAndGet(answered, Math::max);
    }

    /** The shopper's last word from the shop. */
    void refused(String reason) {
        refusals.computeIfAbsent(reason, key -> new LongAdder()).increment();
    }

    /** The shopper will ask again. */
    void putOff(String reason) {
        putOff.computeIfAbsent(reason, key -> new LongAdder()).increment();
    }

    Collection<Accepted> accepted() {
        return accepted.values();
    }

    Map<String, Long> refusals() {
        return sums(refusals);
    }

    Map<String, Long> putOffs() {
        return sums(putOff);
    }

    /** One key, two purchases: there must be none. */
    long contradictions() {
        return contradictions.sum();
    }

    long done() {
        return accepted.size()
                + refusals.values().stream().mapToLong(LongAdder::sum).sum();
    }

    Latency latency() {
        return Latency.of(latencies);
    }

    Latency acceptedLatency() {
        return Latency.of(acceptedLatencies);
    }

    double acceptedPerSecond() {
        return accepted.isEmpty() ? 0 : accepted.size() * 1000.0 / Math.max(1, lastAccepted.get() - firstSent.get());
    }

    double answersPerSecond() {
        return latencies.isEmpty() ? 0 : latencies.size() * 1000.0 / Math.max(1, lastAnswered.get() - firstSent.get());
    }

    private static Map<String, Long> sums(Map<String, LongAdder> counters) {
        return counters.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().sum(), Long::sum, TreeMap::new));
    }

    /** A purchase that was answered 202. */
    record Accepted(int shopper, String purchase) {}

    /** How long answers took, in milliseconds. */
    record Latency(long p50, long p99, long longest) {

        static Latency of(Collection<Long> times) {
            var sorted = times.stream().sorted().toList();
            return sorted.isEmpty()
                    ? new Latency(0, 0, 0)
                    : new Latency(
                            sorted.get(sorted.size() / 2),
                            sorted.get((int) (sorted.size() * 0.99)),
                            sorted.get(sorted.size() - 1));
        }

        @Override
        public String toString() {
            return "p50 " + p50 + " ms, p99 " + p99 + " ms, longest " + longest + " ms";
        }
    }
}
