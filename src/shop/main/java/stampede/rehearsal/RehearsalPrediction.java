package stampede.rehearsal;

import java.util.Optional;
import stampede.rehearsal.RehearsalFigure.Name;

/**
 * What a sale of as many units comes to, as long as people press as fast as they are expected to: reckoned from what a rehearsal measured, and
 * never for more than twice as many presses a second as were measured.
 *
 * @param pressesPerSecond the presses a second that it is for
 * @param measuredPerSecond how many presses a second were measured; beyond that it is a guess
 * @param cut whether more are expected, for which nothing is said
 * @param sellOutSeconds after what time all units are gone, in seconds
 * @param longestQueue how many orders wait at most for a worker
 * @param payByPerMinute how many orders have to be paid, or close, within the same minute
 */
public record RehearsalPrediction(
        double pressesPerSecond,
        double measuredPerSecond,
        boolean cut,
        double sellOutSeconds,
        long longestQueue,
        long payByPerMinute) {

    /** Nobody knows what happens beyond so many times what was measured. */
    private static final double FURTHEST = 2;

    private static final int MINUTE_SECONDS = 60;
    private static final double MILLIS = 1_000;

    /** Empty if nothing was played, or nothing was accepted. */
    public static Optional<RehearsalPrediction> of(RehearsalPlan plan, RehearsalReport report) {
        var measured = value(report, Name.PRESSES_PER_SECOND);
        var accepted = value(report, Name.ACCEPTED);
        if (measured == 0 || accepted == 0) {
            return Optional.empty();
        }
        var expected = plan.peakPerSecond();
        var presses = Math.min(expected, FURTHEST * measured);
        var acceptedPerSecond = value(report, Name.ACCEPTED_PER_SECOND);
        // Of the presses for which there still were units: both rates begin with the first press.
        var share = Math.min(1, acceptedPerSecond / measured);
        var perSecond = Math.min(acceptedPerSecond, presses * share);
        return Optional.of(new RehearsalPrediction(
                presses,
                measured,
                expected > presses,
                plan.units() / perSecond,
                longestQueue(plan.units(), perSecond, report),
                Math.round(Math.min(plan.units(), perSecond * MINUTE_SECONDS))));
    }

    /** What comes faster than orders were placed waits; and at any time those that come while one is placed. */
    private static long longestQueue(int units, double perSecond, RehearsalReport report) {
        var seconds = value(report, Name.PRESSES) / value(report, Name.PRESSES_PER_SECOND)
                + value(report, Name.DRAIN) / MILLIS;
        var placedPerSecond = value(report, Name.ACCEPTED) / seconds;
        var left = units * (1 - placedPerSecond / perSecond);
        var underWay = perSecond * value(report, Name.ORDER_P99) / MILLIS;
        return Math.round(Math.min(units, Math.max(left, underWay)));
    }

    private static double value(RehearsalReport report, Name name) {
        return report.figure(name).map(RehearsalFigure::value).orElse(0.0);
    }
}
