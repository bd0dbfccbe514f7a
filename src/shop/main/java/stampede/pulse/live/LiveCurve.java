package stampede.pulse.live;

import java.util.Arrays;
import java.util.Locale;

/**
 * Values as the line of a drawing, for pages without scripts.
 *
 * @param series whose
 * @param number its place among the series of its chart, from 0; its colour goes by it
 * @param path of an SVG that is {@link #WIDTH} wide and {@link #HEIGHT} high
 * @param last the last known value, spoken; empty if there is none
 * @param sum of all values, spoken; empty where they cannot be added up
 * @param seen whether there is anything to be seen
 */
record LiveCurve(String series, int number, String path, String last, String sum, boolean seen) {

    static final int WIDTH = 600;
    static final int HEIGHT = 160;

    private static final int POINTS = 150;

    /** The line of these values; where one is unknown there is a gap. The highest value of the chart touches the top. */
    static String path(double[] values, double highest, boolean logarithmic) {
        var path = new StringBuilder();
        var each = Math.max(1, values.length / POINTS);
        var down = false;
        for (int from = 0; from < values.length; from += each) {
            var value = Arrays.stream(values, from, Math.min(values.length, from + each))
                    .filter(known -> !Double.isNaN(known))
                    .max();
            if (value.isEmpty()) {
                down = false;
                continue;
            }
            var x = (double) WIDTH * from / Math.max(1, values.length - 1);
            path.append(String.format(
                    Locale.ROOT, "%s%.1f %.1f", down ? "L" : "M", x, y(value.getAsDouble(), highest, logarithmic)));
            down = true;
        }
        return path.toString();
    }

    private static double y(double value, double highest, boolean logarithmic) {
        if (highest <= 0) {
            return HEIGHT;
        }
        var share = logarithmic ? Math.log1p(value) / Math.log1p(highest) : value / highest;
        return HEIGHT * (1 - Math.max(0, Math.min(1, share)));
    }
}
