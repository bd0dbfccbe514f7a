package stampede.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import stampede.catalog.OfferId;
import stampede.rehearsal.RehearsalFigure.Name;

/** What is reckoned from what was measured. */
class RehearsalPredictionTests {

    /** 500 presses within a second, of which 100 were accepted in the first tenth of it; the shop could have answered 1,000 a second. */
    private static final Map<Name, Double> QUICK = Map.of(
            Name.PRESSES, 500.0,
            Name.PRESSES_PER_SECOND, 1_000.0,
            Name.ACCEPTED, 100.0,
            Name.ACCEPTED_PER_SECOND, 1_000.0,
            Name.ORDER_P99, 200.0,
            Name.DRAIN, 0.0);

    @Test
    void unitsGoAsFastAsPeoplePressIfTheShopCanTakeIt() {
        var predicted = predict(plan(500, RehearsalCurve.AT_ONCE, 100), QUICK);

        assertThat(predicted.pressesPerSecond()).isEqualTo(500);
        assertThat(predicted.measuredPerSecond()).isEqualTo(1_000);
        assertThat(predicted.cut()).isFalse();
        assertThat(predicted.sellOutSeconds()).isEqualTo(0.2, within(0.001));
        assertThat(predicted.payByPerMinute()).as("all of them").isEqualTo(100);
    }

    @Test
    void aPressThatIsRefusedSellsNothing() {
        var half = with(QUICK, Name.ACCEPTED_PER_SECOND, 500);

        assertThat(predict(plan(500, RehearsalCurve.AT_ONCE, 1_000), half).sellOutSeconds())
                .as("every second press of 500 a second")
                .isEqualTo(4, within(0.001));
    }

    @Test
    void unitsGoNoFasterThanTheyWereAccepted() {
        var predicted =
                predict(plan(5_000, RehearsalCurve.AT_ONCE, 100_000), with(QUICK, Name.ACCEPTED_PER_SECOND, 400));

        assertThat(predicted.sellOutSeconds()).isEqualTo(250, within(0.001));
        assertThat(predicted.payByPerMinute()).isEqualTo(24_000);
    }

    @Test
    void nothingIsSaidBeyondTwiceWhatWasMeasured() {
        var slow = with(with(QUICK, Name.PRESSES_PER_SECOND, 100), Name.ACCEPTED_PER_SECOND, 100);

        var beyond = predict(plan(201, RehearsalCurve.AT_ONCE, 1_000), slow);
        assertThat(beyond.cut()).isTrue();
        assertThat(beyond.pressesPerSecond()).isEqualTo(200);

        var just = predict(plan(200, RehearsalCurve.AT_ONCE, 1_000), slow);
        assertThat(just.cut()).isFalse();
        assertThat(just.pressesPerSecond()).isEqualTo(200);
    }

    @Test
    void ordersWaitThatComeFasterThanTheyArePlaced() {
        var late = with(with(QUICK, Name.DRAIN, 500), Name.ORDER_P99, 900);

        assertThat(predict(plan(500, RehearsalCurve.AT_ONCE, 1_000), late).longestQueue())
                .as("of 500 a second 100 are placed")
                .isEqualTo(800);
    }

    @Test
    void thoseThatAreBeingPlacedWaitAtAnyTime() {
        var even = Map.of(
                Name.PRESSES, 200.0,
                Name.PRESSES_PER_SECOND, 20.0,
                Name.ACCEPTED, 200.0,
                Name.ACCEPTED_PER_SECOND, 20.0,
                Name.ORDER_P99, 100.0,
                Name.DRAIN, 0.0);

        assertThat(predict(plan(200, RehearsalCurve.RAMP, 10_000), even).longestQueue())
                .isEqualTo(2);
        assertThat(predict(plan(200, RehearsalCurve.RAMP, 10), with(even, Name.ORDER_P99, 60_000))
                        .longestQueue())
                .as("not more than there are units")
                .isEqualTo(10);
    }

    @Test
    void whereNothingWasPlayedOrSoldNothingIsPredicted() {
        var plan = plan(500, RehearsalCurve.AT_ONCE, 100);
        var closed = RehearsalReport.notPlayed(
                List.of(ReadinessFinding.of(ReadinessPoint.ORDERS_QUEUE, false, "paused=true, workers=1")));

        assertThat(RehearsalPrediction.of(plan, closed)).isEmpty();
        assertThat(RehearsalPrediction.of(
                        plan, report(with(with(QUICK, Name.ACCEPTED, 0), Name.ACCEPTED_PER_SECOND, 0))))
                .isEmpty();
    }

    private static RehearsalPrediction predict(RehearsalPlan plan, Map<Name, Double> measured) {
        return RehearsalPrediction.of(plan, report(measured)).orElseThrow();
    }

    private static RehearsalPlan plan(int shoppers, RehearsalCurve curve, int units) {
        return new RehearsalPlan(new OfferId(1), shoppers, 1, curve, units, 30, false);
    }

    private static Map<Name, Double> with(Map<Name, Double> figures, Name name, double value) {
        return Stream.concat(
                        figures.entrySet().stream().filter(figure -> figure.getKey() != name),
                        Stream.of(Map.entry(name, value)))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static RehearsalReport report(Map<Name, Double> figures) {
        return new RehearsalReport(
                figures.entrySet().stream()
                        .map(figure -> RehearsalGrades.shown(figure.getKey(), figure.getValue()))
                        .toList(),
                List.of(),
                false,
                false,
                List.of());
    }
}
