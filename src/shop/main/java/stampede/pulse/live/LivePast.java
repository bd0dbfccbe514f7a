package stampede.pulse.live;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Seconds, series by series: what a page begins with.
 *
 * @param t epoch seconds of each
 * @param series by name, a value for each second; null where it has none
 * @param marks all of the last ten minutes
 */
record LivePast(List<Long> t, Map<String, @Nullable Number[]> series, List<LiveMark> marks) {

    static LivePast of(LiveFeed.Part part) {
        var seconds = part.seconds();
        var series = new LinkedHashMap<String, @Nullable Number[]>();
        for (int index = 0; index < seconds.size(); index++) {
            for (var value : seconds.get(index).v().entrySet()) {
                series.computeIfAbsent(value.getKey(), name -> new @Nullable Number[seconds.size()])[index] =
                        value.getValue();
            }
        }
        return new LivePast(seconds.stream().map(LiveSecond::t).toList(), series, part.marks());
    }

    /** The values of a series as numbers; what is unknown is not a number, unless what did not happen is a nought. */
    double[] values(String name, boolean counts) {
        var known = series.get(name);
        var none = counts ? 0 : Double.NaN;
        return known == null
                ? filled(none)
                : Arrays.stream(known)
                        .mapToDouble(value -> value == null ? none : value.doubleValue())
                        .toArray();
    }

    private double[] filled(double value) {
        var all = new double[t.size()];
        Arrays.fill(all, value);
        return all;
    }
}
