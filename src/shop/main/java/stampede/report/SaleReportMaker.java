package stampede.report;

import com.google.common.collect.Lists;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.Scope;
import stampede.catalog.OfferId;
import stampede.pulse.PulseEvent;
import stampede.pulse.SaleMinutes;
import stampede.replica.Replica;
import stampede.report.SaleFigureRepository.Ending;
import stampede.report.SaleFigureRepository.Sum;
import stampede.report.SaleReport.FunnelLoss;
import stampede.report.SaleReport.FunnelStep;
import stampede.report.SaleReport.SaleAdvice;
import stampede.report.SaleReport.Step;
import stampede.settlement.Settlement;
import stampede.settlement.SettlementReports;
import stampede.site.ShopTimes;

/**
 * Puts the report of a sale together: what the database knows in one snapshot of it, so that all figures are of one moment, and what only
 * the statistics of minutes know.
 */
@Component
class SaleReportMaker {

    /** Statistics of a minute are kept some two minutes after its end. */
    static final Duration LAST_FIGURES_COME_WITHIN = Duration.ofMinutes(3);

    /** Offers of tests and of a clock that was moved opened long before anybody bought: what is that far away is not part of the sale. */
    private static final Duration LONGEST = Duration.ofDays(31);

    /** Who presses too early presses for some minutes. */
    private static final Duration BEFORE_OPENING = Duration.ofHours(1);

    private static final Duration CHUNK = Duration.ofDays(1);
    private static final long FAST_MILLIS = 10_000;
    private static final double SLOW_MILLIS = 100;
    private static final int MANY_UNPAID_PERCENT = 5;
    private static final int MANY_LIMITED_PERCENT = 20;

    private final SaleReportRepository sales;
    private final SaleFigureRepository figures;
    private final SaleCurveRepository curves;
    private final SaleMinutes minutes;
    private final SettlementReports settlements;
    private final ShopTimes times;
    private final Replica replica;
    private final TransactionTemplate snapshot;

    SaleReportMaker(
            SaleReportRepository sales,
            SaleFigureRepository figures,
            SaleCurveRepository curves,
            SaleMinutes minutes,
            SettlementReports settlements,
            ShopTimes times,
            Replica replica,
            PlatformTransactionManager transactions) {
        this.sales = sales;
        this.figures = figures;
        this.curves = curves;
        this.minutes = minutes;
        this.settlements = settlements;
        this.times = times;
        this.replica = replica;
        this.snapshot = new TransactionTemplate(transactions);
        snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        snapshot.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        snapshot.setReadOnly(true);
    }

    /** Reads every order of the offer, several times. */
    SaleReport make(OfferId offer) {
        return find(offer).orElseThrow();
    }

    /** The same; empty if there is no such sale. Within {@link Replica#read} of one moment of the replica. */
    Optional<SaleReport> find(OfferId offer) {
        return replica.isReading() ? read(offer) : Objects.requireNonNull(snapshot.execute(status -> read(offer)));
    }

    private Optional<SaleReport> read(OfferId offer) {
        return sales.find(offer, new Scope.All()).map(this::make);
    }

    private SaleReport make(SaleLine sale) {
        var offer = sale.offer();
        var now = times.now();
        var endings = figures.endings(offer);
        var pieces = SaleCurveRepository.Pieces.of(begin(sale, endings, now), end(sale, now));
        var changes = curves.changes(offer, pieces);
        var presses = presses(offer, pieces);
        var back = curves.back(offer);
        var units = new SaleReport.SaleUnitFigures(sale.total(), sale.left(), held(endings), back.units());
        var curve = curve(pieces, changes, presses.refusedByPiece());
        var lastUnit = figures.lastUnitMillis(offer);
        var sold = new SaleReport.SellThrough(
                percentAfter(1, units, curve, pieces.from()),
                percentAfter(10, units, curve, pieces.from()),
                percentAfter(60, units, curve, pieces.from()),
                percentAfter(600, units, curve, pieces.from()),
                lastUnit.map(at -> Math.max(0, at - pieces.from().toEpochMilli()))
                        .orElse(null),
                back.units() == 0 ? null : Instant.ofEpochMilli(back.firstMillis()),
                back.units() == 0 ? null : Instant.ofEpochMilli(back.lastMillis()));
        var written = figures.times(offer);
        var speed = new SaleReport.SaleSpeed(
                presses.timed(),
                presses.millis(0.5),
                presses.millis(0.95),
                presses.millis(0.99),
                written.p50(),
                written.p99(),
                written.most());
        var fallen = fallen(sale, endings, presses);
        var funnel = funnel(fallen, count(endings, Ending.KEPT));
        return new SaleReport(
                now,
                state(sale, units, now),
                new SaleReport.SaleOfReport(
                        offer.toString(),
                        Long.toString(sale.slot()),
                        sale.product(),
                        Long.toString(sale.seller()),
                        sale.kind(),
                        sale.opensAt(),
                        sale.closesAt(),
                        sale.closedOutAt()),
                units,
                funnel,
                fallen,
                presses.refusals(),
                curve,
                sold,
                speed,
                money(sale, endings),
                figures.shares(offer),
                trust(sale, pieces, presses, endings),
                advice(
                        lastUnit.map(at -> at - pieces.from().toEpochMilli()).orElse(null),
                        endings,
                        speed,
                        presses,
                        funnel),
                List.of());
    }

    /** The opening, or when the offer came if that was later, unless nobody bought anything until a month later, or somebody did before. */
    private Instant begin(SaleLine sale, Map<Ending, Sum> endings, Instant now) {
        var first = endings.values().stream()
                .map(Sum::first)
                .min(Instant::compareTo)
                .orElse(sale.opensAt());
        var opens = figures.firstUnitsMillis(sale.offer())
                .map(Instant::ofEpochMilli)
                .filter(came -> came.isAfter(sale.opensAt()) && !came.isAfter(first))
                .orElse(sale.opensAt());
        var odd = first.isBefore(opens) || Duration.between(opens, first).compareTo(LONGEST) > 0;
        var begin = odd ? Instant.ofEpochSecond(first.getEpochSecond()) : opens;
        var earliest = end(sale, now).minus(LONGEST);
        return begin.isBefore(earliest) && endings.isEmpty() ? earliest : begin;
    }

    private static Instant end(SaleLine sale, Instant now) {
        var closedOut = sale.closedOutAt();
        return closedOut != null && closedOut.isBefore(now) ? closedOut : now;
    }

    private SaleReport.State state(SaleLine sale, SaleReport.SaleUnitFigures units, Instant now) {
        var closedOut = sale.closedOutAt();
        if (closedOut == null || closedOut.plus(LAST_FIGURES_COME_WITHIN).isAfter(now)) {
            return SaleReport.State.PROVISIONAL;
        }
        return units.balance() ? SaleReport.State.FINAL : SaleReport.State.UNBALANCED;
    }

    /** A day at a time, because minutes are large. */
    private SalePresses presses(OfferId offer, SaleCurveRepository.Pieces pieces) {
        var presses = new SalePresses(pieces);
        var from = minute(pieces.from().minus(BEFORE_OPENING));
        var until = minute(pieces.until()) + 60;
        for (var at = from; at < until; at += CHUNK.toSeconds()) {
            minutes.of(offer, at, Math.min(until, at + CHUNK.toSeconds())).forEach(presses::add);
        }
        return presses;
    }

    private static long minute(Instant at) {
        return Math.floorDiv(at.getEpochSecond(), 60L) * 60;
    }

    private static List<SaleReport.CurvePoint> curve(
            SaleCurveRepository.Pieces pieces,
            Map<Integer, SaleCurveRepository.Change> changes,
            Map<Integer, Long> refused) {
        var found = new TreeSet<>(changes.keySet());
        found.addAll(refused.keySet());
        var points = new ArrayList<SaleReport.CurvePoint>();
        var left = 0L;
        for (var piece : found) {
            var change = changes.getOrDefault(piece, new SaleCurveRepository.Change(0, 0));
            left += change.delta();
            if (piece >= 0) {
                points.add(new SaleReport.CurvePoint(
                        pieces.begin(piece),
                        pieces.seconds(piece),
                        left,
                        change.accepted(),
                        refused.getOrDefault(piece, 0L)));
            }
        }
        return points;
    }

    /** Whole percent of the units that were gone after so many seconds. */
    private static int percentAfter(
            int seconds, SaleReport.SaleUnitFigures units, List<SaleReport.CurvePoint> curve, Instant from) {
        var left = units.total();
        for (var point : curve) {
            if (!point.at().isBefore(from.plusSeconds(seconds))) {
                break;
            }
            left = point.left();
        }
        var gone = Math.max(0, Math.min(units.total(), units.total() - left));
        return units.total() == 0 ? 0 : (int) (100 * gone / units.total());
    }

    private static List<FunnelLoss> fallen(SaleLine sale, Map<Ending, Sum> endings, SalePresses presses) {
        var fallen = new ArrayList<FunnelLoss>();
        presses.refusals()
                .forEach(refusal -> fallen.add(new FunnelLoss(Step.PRESSES, refusal.reason(), refusal.count())));
        add(fallen, Step.PRESSES, PulseEvent.REPEATED.name(), presses.count(PulseEvent.REPEATED));
        var rows = endings.values().stream().mapToLong(Sum::count).sum();
        add(
                fallen,
                Step.ACCEPTED,
                "IN_QUEUE",
                sale.closedOutAt() == null ? Math.max(0, presses.count(PulseEvent.ACCEPTED) - rows) : 0);
        add(fallen, Step.ACCEPTED, Ending.REJECTED, endings);
        add(fallen, Step.ACCEPTED, Ending.ABANDONED, endings);
        add(fallen, Step.ORDERS, Ending.UNPAID, endings);
        add(fallen, Step.ORDERS, Ending.TO_PAY, endings);
        add(fallen, Step.PAID, Ending.REFUNDED_UNSHIPPED, endings);
        add(fallen, Step.PAID, Ending.TO_SHIP, endings);
        add(fallen, Step.SHIPPED, Ending.REFUNDED_SHIPPED, endings);
        return fallen;
    }

    private static void add(List<FunnelLoss> fallen, Step after, Ending ending, Map<Ending, Sum> endings) {
        add(fallen, after, ending.name(), count(endings, ending));
    }

    private static void add(List<FunnelLoss> fallen, Step after, String name, long count) {
        if (count > 0) {
            fallen.add(new FunnelLoss(after, name, count));
        }
    }

    /** From the last step up: each is the one below and what fell out between them. */
    private static List<FunnelStep> funnel(List<FunnelLoss> fallen, long kept) {
        var steps = new ArrayList<FunnelStep>();
        var count = kept;
        for (var step : Lists.reverse(List.of(Step.values()))) {
            count += fallen.stream()
                    .filter(loss -> loss.after() == step)
                    .mapToLong(FunnelLoss::count)
                    .sum();
            steps.add(0, new FunnelStep(step, count, step.source()));
        }
        return steps;
    }

    private SaleReport.SaleMoney money(SaleLine sale, Map<Ending, Sum> endings) {
        var sold = 0L;
        var units = 0L;
        var paid = 0L;
        for (var ending : endings.entrySet()) {
            if (ending.getKey() != Ending.REJECTED && ending.getKey() != Ending.ABANDONED) {
                sold += ending.getValue().fen();
                units += ending.getValue().units();
                paid += ending.getValue().paidFen();
            }
        }
        return new SaleReport.SaleMoney(
                units * sale.listPriceFen(),
                sold,
                paid,
                endings.getOrDefault(Ending.UNPAID, Sum.NONE).fen(),
                figures.refunds(sale.offer()));
    }

    private SaleReport.SaleTrust trust(
            SaleLine sale, SaleCurveRepository.Pieces pieces, SalePresses presses, Map<Ending, Sum> endings) {
        var verdict = sales.verdict(sale.offer());
        return new SaleReport.SaleTrust(
                verdict.map(SaleReportRepository.Verdict::verdict).orElse(null),
                verdict.map(SaleReportRepository.Verdict::at).orElse(null),
                settlements.find(sale.offer()).map(Settlement::head).orElse(null),
                sales.acts(sale.offer(), pieces.from(), end(sale, times.now())),
                missing(sale, pieces, presses, endings));
    }

    /** Once a sale is closed out the statistics know of every press that was accepted, or some are missing, whatever they say themselves. */
    private static List<SaleReport.MissingTime> missing(
            SaleLine sale, SaleCurveRepository.Pieces pieces, SalePresses presses, Map<Ending, Sum> endings) {
        var accepted = endings.values().stream().mapToLong(Sum::count).sum();
        if (!presses.missing().isEmpty()
                || sale.closedOutAt() == null
                || presses.count(PulseEvent.ACCEPTED) >= accepted) {
            return presses.missing();
        }
        return List.of(new SaleReport.MissingTime(pieces.from(), pieces.until()));
    }

    private static List<SaleAdvice> advice(
            @Nullable Long lastUnitMillis,
            Map<Ending, Sum> endings,
            SaleReport.SaleSpeed speed,
            SalePresses presses,
            List<FunnelStep> funnel) {
        var advice = new ArrayList<SaleAdvice>();
        if (lastUnitMillis != null && lastUnitMillis < FAST_MILLIS) {
            advice.add(SaleAdvice.SOLD_OUT_FAST);
        }
        var orders = count(funnel, Step.ORDERS);
        if (count(endings, Ending.UNPAID) * 100 > orders * MANY_UNPAID_PERCENT) {
            advice.add(SaleAdvice.MANY_UNPAID);
        }
        var p99 = speed.pressP99();
        if (p99 != null && p99 > SLOW_MILLIS) {
            advice.add(SaleAdvice.SLOW);
        }
        if (presses.count(PulseEvent.TOO_MANY_ATTEMPTS) * 100 > count(funnel, Step.PRESSES) * MANY_LIMITED_PERCENT) {
            advice.add(SaleAdvice.MANY_LIMITED);
        }
        return advice;
    }

    private static long count(List<FunnelStep> funnel, Step step) {
        return funnel.stream()
                .filter(each -> each.step() == step)
                .mapToLong(FunnelStep::count)
                .sum();
    }

    private static long count(Map<Ending, Sum> endings, Ending ending) {
        return endings.getOrDefault(ending, Sum.NONE).count();
    }

    /** Units of orders that have not given them back. */
    private static long held(Map<Ending, Sum> endings) {
        return endings.values().stream().mapToLong(Sum::heldUnits).sum();
    }
}
