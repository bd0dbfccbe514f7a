package stampede.pulse;

import java.util.EnumMap;
import java.util.Map;

/**
 * Sums of what happened to an offer in some time, and their short text, such as {@code ACCEPTED=812,SOLD_OUT=3,d12=815,o20=800}, in
 * which {@code d} are classes of the time to decide and {@code o} those of the time to the order. Names of a later release are
 * skipped.
 */
public final class PulseCounts {

    private final Map<PulseEvent, Long> events = new EnumMap<>(PulseEvent.class);
    private final long[] decide = new long[PulseBuckets.COUNT];
    private final long[] order = new long[PulseBuckets.COUNT];

    /** How often it happened. */
    public long of(PulseEvent event) {
        return events.getOrDefault(event, 0L);
    }

    /** How long presses took to be decided; not a copy. */
    public long[] decide() {
        return decide;
    }

    /** How long it took from the press to the order; not a copy. */
    public long[] order() {
        return order;
    }

    /** Whether nothing happened. */
    public boolean isEmpty() {
        return events.isEmpty();
    }

    void add(PulseEvent event, long count) {
        if (count != 0) {
            events.merge(event, count, Long::sum);
        }
    }

    /** It happened so often at least. */
    void raise(PulseEvent event, long count) {
        events.merge(event, count, Math::max);
    }

    /** Adds what happened at another time, or to another offer. */
    public void addAll(PulseCounts other) {
        other.events.forEach(this::add);
        for (int bucket = 0; bucket < PulseBuckets.COUNT; bucket++) {
            decide[bucket] += other.decide[bucket];
            order[bucket] += other.order[bucket];
        }
    }

    String text() {
        var text = new StringBuilder();
        events.forEach((event, count) -> append(text, event.name(), count));
        for (int bucket = 0; bucket < PulseBuckets.COUNT; bucket++) {
            append(text, "d" + bucket, decide[bucket]);
            append(text, "o" + bucket, order[bucket]);
        }
        return text.toString();
    }

    /** Adds what a text says; what cannot be read is left out, because statistics must not stop anybody. */
    void addText(String text) {
        for (var part : text.split(",", -1)) {
            var equals = part.indexOf('=');
            if (equals > 0) {
                try {
                    add(part.substring(0, equals), Long.parseLong(part.substring(equals + 1)));
                } catch (IllegalArgumentException | IndexOutOfBoundsException unknown) {
                    // Of a later release, or somebody wrote it by hand.
                }
            }
        }
    }

    private void add(String name, long count) {
        switch (Character.isDigit(name.charAt(name.length() - 1)) ? name.charAt(0) : ' ') {
            case 'd' -> decide[Integer.parseInt(name.substring(1))] += count;
            case 'o' -> order[Integer.parseInt(name.substring(1))] += count;
            default -> add(PulseEvent.valueOf(name), count);
        }
    }

    private static void append(StringBuilder text, String name, long count) {
        if (count != 0) {
            if (!text.isEmpty()) {
                text.append(',');
            }
            text.append(name).append('=').append(count);
        }
    }
}
