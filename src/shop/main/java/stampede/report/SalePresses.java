package stampede.report;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import stampede.pulse.PulseBuckets;
import stampede.pulse.PulseEvent;
import stampede.pulse.SaleMinute;

/** What the statistics of minutes say of a sale, added up minute by minute, so that no more than a day of them is in memory. */
class SalePresses {

    private static final int MINUTE_S = 60;

    private final SaleCurveRepository.Pieces pieces;
    private final Map<PulseEvent, Counted> events = new EnumMap<>(PulseEvent.class);
    private final Map<Integer, Long> refused = new TreeMap<>();
    private final long[] decided = new long[PulseBuckets.COUNT];
    private final List<SaleReport.MissingTime> missing = new ArrayList<>();

    SalePresses(SaleCurveRepository.Pieces pieces) {
        this.pieces = pieces;
    }

    /** Minutes come in their order. */
    void add(SaleMinute minute) {
        if (!minute.complete()) {
            miss(minute.minuteS());
        }
        minute.seconds().forEach((event, seconds) -> {
            for (int second = 0; second < seconds.length; second++) {
                if (seconds[second] > 0) {
                    add(event, minute.minuteS() + second, seconds[second]);
                }
            }
        });
        for (int bucket = 0; bucket < Math.min(decided.length, minute.decideBuckets().length); bucket++) {
            decided[bucket] += minute.decideBuckets()[bucket];
        }
    }

    long count(PulseEvent event) {
        var counted = events.get(event);
        return counted == null ? 0 : counted.count;
    }

    List<SaleReport.RefusalCount> refusals() {
        return PulseEvent.refusals().stream()
                .filter(event -> count(event) > 0)
                .map(event -> {
                    var counted = events.getOrDefault(event, new Counted());
                    return new SaleReport.RefusalCount(
                            event.name(),
                            counted.count,
                            Instant.ofEpochSecond(counted.firstS),
                            Instant.ofEpochSecond(counted.lastS));
                })
                .sorted(Comparator.comparing(SaleReport.RefusalCount::count).reversed())
                .toList();
    }

    /** How many were refused in each piece of the curve in which any was. */
    Map<Integer, Long> refusedByPiece() {
        return refused;
    }

    /** How many presses were timed. */
    long timed() {
        var sum = 0L;
        for (var count : decided) {
            sum += count;
        }
        return sum;
    }

    /** Milliseconds within which this share of the presses was decided. */
    @Nullable
    Double millis(double share) {
        OptionalDouble found = PulseBuckets.percentile(decided, share);
        return found.isPresent() ? found.getAsDouble() : null;
    }

    /** Times of which something was lost. */
    List<SaleReport.MissingTime> missing() {
        return missing;
    }

    private void add(PulseEvent event, long second, int count) {
        events.computeIfAbsent(event, each -> new Counted()).add(second, count);
        var piece = pieces.pieceOf(Instant.ofEpochSecond(second));
        if (piece >= 0 && PulseEvent.refusals().contains(event)) {
            refused.merge(piece, (long) count, Long::sum);
        }
    }

    private void miss(long minuteS) {
        var from = Instant.ofEpochSecond(minuteS);
        var until = from.plus(Duration.ofSeconds(MINUTE_S));
        var last = missing.isEmpty() ? null : missing.get(missing.size() - 1);
        if (last != null && last.until().equals(from)) {
            missing.set(missing.size() - 1, new SaleReport.MissingTime(last.from(), until));
        } else {
            missing.add(new SaleReport.MissingTime(from, until));
        }
    }

    private static final class Counted {

        private long count;
        private long firstS = Long.MAX_VALUE;
        private long lastS;

        void add(long second, long more) {
            count += more;
            firstS = Math.min(firstS, second);
            lastS = Math.max(lastS, second);
        }
    }
}
