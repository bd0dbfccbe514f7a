package stampede.report.page;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import stampede.report.SaleReport;

/**
 * The curve of a sale as paths of an SVG of 600 by 220: the first minute takes the left half, whatever comes after it the right one.
 *
 * @param left the line of units left
 * @param accepted a stroke for each piece in which presses were accepted
 * @param refused the same of those that were refused
 * @param mostLeft units at the upper edge
 * @param mostRate presses a second at the upper edge of the strokes
 * @param end when the right half ends
 */
public record CurveDrawing(String left, String accepted, String refused, long mostLeft, double mostRate, Instant end) {

    private static final double HALF = 300;
    private static final double FLOOR = 200;
    private static final double HEIGHT = 190;
    private static final double MINUTE_MILLIS = 60_000;

    /** Draws it; empty strings if nothing happened. */
    static CurveDrawing of(SaleReport report) {
        var points = report.curve();
        var total = Math.max(
                1,
                Math.max(
                        report.units().total(),
                        points.stream()
                                .mapToLong(SaleReport.CurvePoint::left)
                                .max()
                                .orElse(1)));
        if (points.isEmpty()) {
            return new CurveDrawing("", "", "", total, 0, report.madeAt());
        }
        var from = begin(report, points);
        var last = points.get(points.size() - 1);
        var end = last.at().plusSeconds(last.seconds());
        if (Duration.between(from, end).compareTo(Duration.ofMinutes(2)) < 0) {
            end = from.plus(Duration.ofMinutes(2));
        }
        var scale = new Scale(from, end);
        var rate = points.stream()
                .mapToDouble(point -> (double) Math.max(point.accepted(), point.refused()) / point.seconds())
                .max()
                .orElse(0);
        var line = new StringBuilder();
        var accepted = new StringBuilder();
        var refused = new StringBuilder();
        line.append(text("M0 %.1f", y(total, total)));
        for (var point : points) {
            var x = scale.x(point.at());
            line.append(text("H%.1fV%.1f", x, y(Math.max(0, point.left()), total)));
            stroke(accepted, x, (double) point.accepted() / point.seconds(), rate);
            stroke(refused, x + 0.8, (double) point.refused() / point.seconds(), rate);
        }
        line.append("H600");
        return new CurveDrawing(line.toString(), accepted.toString(), refused.toString(), total, rate, end);
    }

    /** The first piece may lie behind the opening, where the curve begins all the same. */
    private static Instant begin(SaleReport report, List<SaleReport.CurvePoint> points) {
        var opens = report.sale().opensAt();
        var first = points.get(0).at();
        return Duration.between(opens, first).abs().compareTo(Duration.ofDays(31)) > 0 || first.isBefore(opens)
                ? first
                : opens;
    }

    private static void stroke(StringBuilder path, double x, double rate, double most) {
        if (rate > 0) {
            path.append(text("M%.1f %.0fV%.1f", x, FLOOR, FLOOR - Math.max(2, HEIGHT * rate / most)));
        }
    }

    private static double y(long units, long total) {
        return FLOOR - HEIGHT * Math.min(units, total) / total;
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** Where a moment is. */
    private record Scale(Instant from, Instant end) {

        double x(Instant at) {
            var millis = Math.max(0, Duration.between(from, at).toMillis());
            if (millis <= MINUTE_MILLIS) {
                return HALF * millis / MINUTE_MILLIS;
            }
            var rest = Math.max(1, Duration.between(from, end).toMillis() - MINUTE_MILLIS);
            return HALF + Math.min(1, (millis - MINUTE_MILLIS) / rest) * HALF;
        }
    }
}
