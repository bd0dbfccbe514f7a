package stampede.pulse;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** What this node counts of one offer until the next second. Counting allocates nothing and takes no lock. */
final class PulseAdders {

    private static final PulseEvent[] EVENTS = PulseEvent.values();

    private final LongAdder[] events = adders(EVENTS.length);
    private final LongAdder[] decide = adders(PulseBuckets.COUNT);
    private final LongAdder[] order = adders(PulseBuckets.COUNT);

    @SuppressWarnings("EnumOrdinal") // an index
    void count(PulseEvent event, long times) {
        events[event.ordinal()].add(times);
    }

    void time(long nanos) {
        decide[PulseBuckets.of(nanos)].increment();
    }

    void timeOrder(long nanos) {
        order[PulseBuckets.of(nanos)].increment();
    }

    /** What was counted since this was last asked: each count is in one answer. Times alone wait for an event. */
    PulseCounts take() {
        var counts = new PulseCounts();
        for (var event : EVENTS) {
            counts.add(event, taken(event));
        }
        if (!counts.isEmpty()) {
            take(decide, counts.decide());
            take(order, counts.order());
        }
        return counts;
    }

    @SuppressWarnings("EnumOrdinal") // an index
    private long taken(PulseEvent event) {
        return events[event.ordinal()].sumThenReset();
    }

    private static void take(LongAdder[] from, long[] to) {
        Arrays.setAll(to, bucket -> from[bucket].sumThenReset());
    }

    private static LongAdder[] adders(int count) {
        return Stream.generate(LongAdder::new).limit(count).toArray(LongAdder[]::new);
    }
}
