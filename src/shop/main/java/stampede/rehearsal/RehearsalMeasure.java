package stampede.rehearsal;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.springframework.stereotype.Component;
import stampede.books.BooksCheck;
import stampede.books.BooksReport;
import stampede.books.Rule;
import stampede.books.RuleFinding;
import stampede.pulse.PulseBuckets;
import stampede.pulse.PulseCounts;
import stampede.pulse.PulseEvent;
import stampede.pulse.PulseReader;
import stampede.rehearsal.RehearsalFigure.Name;

/** Measures what became of the bots' presses: waits until no order is under way, checks the books, and puts the figures together. */
@Component
class RehearsalMeasure {

    /** Longer than what is not ready; then it is measured as it is. */
    private static final Duration LONGEST_DRAIN = Duration.ofSeconds(65);

    private static final Duration BOOKS_AGREE_WITHIN = Duration.ofSeconds(15);

    /** Nodes tell what they counted every second. */
    private static final Duration COUNTS_COME_WITHIN = Duration.ofSeconds(6);

    private static final long LOOK_EVERY_MILLIS = 50;

    /** Where nothing was measured it took too long, and was not quick. */
    private static final double UNKNOWN_MILLIS = 60_000;

    private final ShadowOrderRepository orders;
    private final BooksCheck books;
    private final PulseReader pulse;
    private final Clock clock;

    RehearsalMeasure(ShadowOrderRepository orders, BooksCheck books, PulseReader pulse, Clock clock) {
        this.orders = orders;
        this.books = books;
        this.pulse = pulse;
        this.clock = clock;
    }

    /** Waits until each unit that was promised has its row; answers how long that took, in milliseconds. */
    double drain(Rehearsal rehearsal, PressCounts counts, BooleanSupplier stopped) throws InterruptedException {
        var began = System.nanoTime();
        var promised = new HashSet<>(counts.accepted()).size();
        var patience = clock.instant().plus(LONGEST_DRAIN);
        while (orders.count(rehearsal.shadow()) < promised
                && !stopped.getAsBoolean()
                && clock.instant().isBefore(patience)) {
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
        }
        return (System.nanoTime() - began) / 1e6;
    }

    /** Rules that the shadow breaks, once nothing is on its way any more. */
    List<String> brokenRules(Rehearsal rehearsal, BooleanSupplier stopped) throws InterruptedException {
        var patience = clock.instant().plus(BOOKS_AGREE_WITHIN);
        var broken = broken(books.check(rehearsal.shadow()));
        while (!broken.isEmpty() && !stopped.getAsBoolean() && clock.instant().isBefore(patience)) {
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS * 10);
            broken = broken(books.check(rehearsal.shadow()));
        }
        return broken;
    }

    /** That the dead-letter queue is empty says nothing of the shadow alone. */
    private static List<String> broken(BooksReport report) {
        return report.findings()
                .filter(finding -> !finding.ok() && finding.rule() != Rule.Q6)
                .map(RehearsalMeasure::text)
                .toList();
    }

    private static String text(RuleFinding finding) {
        return finding.rule() + ": " + finding.deviation();
    }

    /**
     * All figures.
     *
     * @param since when the first press may have been
     */
    List<RehearsalFigure> figures(
            Rehearsal rehearsal,
            PressCounts counts,
            Instant since,
            double drainMillis,
            List<String> broken,
            List<ReadinessFinding> readiness)
            throws InterruptedException {
        var plan = rehearsal.plan();
        var told = told(rehearsal, counts, since);
        var figures = new ArrayList<RehearsalFigure>();
        figures.add(RehearsalGrades.none(Name.LOST, lost(rehearsal, counts)));
        figures.add(RehearsalGrades.none(Name.BOOKS, broken.size()));
        figures.add(RehearsalGrades.failures(100.0 * counts.failed() / Math.max(1, counts.presses())));
        figures.add(RehearsalGrades.below(Name.ORDER_P99, p99(told.order()), 2_000, 10_000));
        figures.add(RehearsalGrades.below(Name.DECIDE_P99, p99(told.decide()), 100, 300));
        var wanted = (double) plan.sellable(rehearsal.copied().limitPerShopper()) / plan.sellOutSeconds();
        figures.add(RehearsalGrades.atLeast(
                Name.ACCEPTED_PER_SECOND, counts.accepted().size() / counts.acceptSeconds(), wanted, wanted / 2));
        figures.add(RehearsalGrades.below(Name.DRAIN, drainMillis, 10_000, 60_000));
        figures.add(RehearsalGrades.below(
                Name.PAGE_P99, counts.looks() == 0 ? UNKNOWN_MILLIS : counts.lookP99(), 300, 1_000));
        figures.add(RehearsalGrades.readiness(readiness));
        var answered = counts.presses() / counts.pressSeconds();
        figures.add(headRoom(plan, answered / plan.peakPerSecond()));
        figures.add(RehearsalGrades.shown(Name.PRESSES_PER_SECOND, answered));
        figures.add(RehearsalGrades.shown(Name.ANSWER_P99, counts.answerP99()));
        figures.add(RehearsalGrades.shown(Name.PRESSES, (double) counts.presses()));
        figures.add(RehearsalGrades.shown(Name.ACCEPTED, counts.accepted().size()));
        figures.add(RehearsalGrades.shown(Name.ACCEPTED_BY_SHOP, (double) told.of(PulseEvent.ACCEPTED)));
        figures.add(RehearsalGrades.shown(
                Name.ORDERS, orders.orders(rehearsal.shadow()).size()));
        return figures;
    }

    /** Bots that take their time do not find out how much more there could be. */
    private static RehearsalFigure headRoom(RehearsalPlan plan, double times) {
        return switch (plan.curve()) {
            case AT_ONCE -> RehearsalGrades.atLeast(Name.HEAD_ROOM, times, 2, 1.2);
            case RAMP -> RehearsalGrades.shown(Name.HEAD_ROOM_UNMEASURED, times);
        };
    }

    /** What was promised twice or has no order, and units beyond the allotment. */
    private double lost(Rehearsal rehearsal, PressCounts counts) {
        var accepted = counts.accepted();
        var promised = new HashSet<>(accepted);
        var twice = accepted.size() - promised.size();
        promised.removeAll(orders.orders(rehearsal.shadow()));
        var beyond = Math.max(
                0, orders.unitsTaken(rehearsal.shadow()) - rehearsal.plan().units());
        return twice + promised.size() + (double) beyond;
    }

    /** What all nodes counted of it, once they have told as much as the bots know. */
    private PulseCounts told(Rehearsal rehearsal, PressCounts counts, Instant since) throws InterruptedException {
        var patience = clock.instant().plus(COUNTS_COME_WITHIN);
        var told = told(rehearsal, since);
        while ((told.of(PulseEvent.ACCEPTED) < counts.accepted().size()
                        || told.of(PulseEvent.PLACED) < counts.accepted().size())
                && clock.instant().isBefore(patience)) {
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS * 4);
            told = told(rehearsal, since);
        }
        return told;
    }

    private PulseCounts told(Rehearsal rehearsal, Instant since) {
        var until = clock.instant().getEpochSecond() + 1;
        var from = Math.max(since.getEpochSecond(), until - PulseReader.MOST_SECONDS);
        var sum = new PulseCounts();
        pulse.past(rehearsal.shadow(), from, until).seconds().forEach(sum::addAll);
        return sum;
    }

    private static double p99(long[] counts) {
        return PulseBuckets.percentile(counts, 0.99).orElse(UNKNOWN_MILLIS);
    }
}
