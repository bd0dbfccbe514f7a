package stampede.pulse;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** What happened to an offer in one minute: sums of each of its seconds, and whether something was lost. */
final class MinuteCounts {

    private static final String DECIDE = "decide";
    private static final String ORDER = "order";

    private final Map<Integer, PulseCounts> seconds = new TreeMap<>();
    private boolean complete = true;

    /** Of the fields of a minute's hash; what is no field of one is skipped. */
    static MinuteCounts of(Map<String, String> fields) {
        var counts = new MinuteCounts();
        fields.forEach(counts::add);
        return counts;
    }

    private void add(String field, String text) {
        if (field.equals(PulseLine.GAP)) {
            complete = false;
            return;
        }
        var dot = field.indexOf('.');
        if (dot > 0 && dot <= 2 && field.substring(0, dot).chars().allMatch(Character::isDigit)) {
            seconds.computeIfAbsent(Integer.parseInt(field.substring(0, dot)), second -> new PulseCounts())
                    .addText(text);
        }
    }

    /** With what the database has, where that is more. */
    MinuteCounts atLeast(SaleMinuteRepository.Row row) {
        complete &= row.complete();
        for (var event : PulseEvent.values()) {
            var kept = row.arrays().getOrDefault(event.name(), new long[0]);
            for (int second = 0; second < kept.length; second++) {
                if (kept[second] > 0) {
                    seconds.computeIfAbsent(second, at -> new PulseCounts()).raise(event, kept[second]);
                }
            }
        }
        return this;
    }

    boolean isComplete() {
        return complete;
    }

    /** In each second in which something happened; from 0 to 59. */
    Map<Integer, PulseCounts> seconds() {
        return seconds;
    }

    /** As it is kept: 60 numbers for each event that happened, by its name, and the classes of the times. */
    Map<String, long[]> arrays() {
        var arrays = new LinkedHashMap<String, long[]>();
        seconds.forEach((second, counts) -> {
            for (var event : PulseEvent.values()) {
                var times = counts.of(event);
                if (times != 0 && second < PulseLine.MINUTE_S) {
                    arrays.computeIfAbsent(event.name(), name -> new long[PulseLine.MINUTE_S])[second] = times;
                }
            }
            addTo(arrays, DECIDE, counts.decide());
            addTo(arrays, ORDER, counts.order());
        });
        return arrays;
    }

    private static void addTo(Map<String, long[]> arrays, String name, long[] buckets) {
        if (Arrays.stream(buckets).anyMatch(count -> count != 0)) {
            var sums = arrays.computeIfAbsent(name, first -> new long[PulseBuckets.COUNT]);
            Arrays.setAll(sums, bucket -> sums[bucket] + buckets[bucket]);
        }
    }

    /** What was kept reads so again. */
    static SaleMinute read(long minuteS, boolean complete, Map<String, long[]> arrays) {
        var seconds = new EnumMap<PulseEvent, int[]>(PulseEvent.class);
        for (var event : PulseEvent.values()) {
            var numbers = arrays.get(event.name());
            if (numbers != null) {
                seconds.put(
                        event,
                        Arrays.stream(numbers)
                                .mapToInt(number -> (int) Math.min(Integer.MAX_VALUE, number))
                                .toArray());
            }
        }
        return new SaleMinute(minuteS, complete, seconds, buckets(arrays, DECIDE), buckets(arrays, ORDER));
    }

    /** Both looked at the same minute, and of what each saw the other may have seen less: the larger number is right. */
    static Map<String, long[]> larger(Map<String, long[]> one, Map<String, long[]> other) {
        var larger = new LinkedHashMap<>(one);
        other.forEach((name, numbers) -> larger.merge(name, numbers, MinuteCounts::larger));
        return larger;
    }

    private static long[] larger(long[] one, long[] other) {
        var larger = Arrays.copyOf(one, Math.max(one.length, other.length));
        for (int index = 0; index < other.length; index++) {
            larger[index] = Math.max(larger[index], other[index]);
        }
        return larger;
    }

    /** One number instead of 60; classes of times stay. */
    static Map<String, long[]> sums(Map<String, long[]> arrays) {
        var sums = new LinkedHashMap<String, long[]>();
        arrays.forEach((name, numbers) -> sums.put(
                name,
                name.equals(DECIDE) || name.equals(ORDER)
                        ? numbers
                        : new long[] {Arrays.stream(numbers).sum()}));
        return sums;
    }

    private static long[] buckets(Map<String, long[]> arrays, String name) {
        return Arrays.copyOf(arrays.getOrDefault(name, new long[0]), PulseBuckets.COUNT);
    }
}
