package stampede.pulse.live;

import java.util.LinkedHashMap;
import java.util.Map;
import stampede.counter.StockView;
import stampede.pulse.PulseBuckets;
import stampede.pulse.PulseCounts;
import stampede.pulse.PulseEvent;
import stampede.stock.SaleTerms;

/**
 * One second of an offer.
 *
 * @param t epoch seconds
 * @param v figures by the names of series: events that happened, {@code p50}, {@code p99} and {@code order} in milliseconds, and what was
 *     known of units, messages and nodes
 */
record LiveSecond(long t, Map<String, Number> v) {

    /** What happened in it. */
    static LiveSecond of(long t, PulseCounts counts) {
        var values = new LinkedHashMap<String, Number>();
        var other = 0L;
        for (var event : PulseEvent.values()) {
            var times = counts.of(event);
            if (times != 0) {
                values.put(event.name(), times);
                other += LiveChart.isOther(event) ? times : 0;
            }
        }
        if (other != 0) {
            values.put(LiveChart.OTHER, other);
        }
        PulseBuckets.percentile(counts.decide(), 0.5).ifPresent(millis -> values.put("p50", millis));
        PulseBuckets.percentile(counts.decide(), 0.99).ifPresent(millis -> values.put("p99", millis));
        PulseBuckets.percentile(counts.order(), 0.99).ifPresent(millis -> values.put("order", millis));
        return new LiveSecond(t, values);
    }

    /** With how its units stand: from the counter if Redis tells it, by the ledger otherwise. */
    LiveSecond with(StockView counter, SaleTerms ledger) {
        var left = counter.gate() == StockView.Gate.COLD
                ? ledger.available()
                : Math.min(counter.left(), ledger.available());
        v.put("left", left);
        v.put("reserved", ledger.available() - left);
        v.put("held", ledger.total() - ledger.available());
        v.put("total", ledger.total());
        return this;
    }

    LiveSecond with(Map<String, ? extends Number> more) {
        v.putAll(more);
        return this;
    }

    double value(String series) {
        return v.getOrDefault(series, 0).doubleValue();
    }
}
