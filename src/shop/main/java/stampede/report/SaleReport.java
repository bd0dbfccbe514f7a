package stampede.report;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import stampede.catalog.OfferKind;
import stampede.room.RoomReport;

/**
 * What became of the sale of one offer: as JSON too, in which it is kept once the sale is closed out. Times are instants, money is fen.
 *
 * @param madeAt when it was put together
 * @param state whether it can still change
 * @param sale which sale
 * @param units where the units are
 * @param funnel from presses to what shoppers kept: each step has what is left of the one before
 * @param fallen what fell out behind each step; with the last step it adds up to the first
 * @param refusals why presses were refused, the most frequent first
 * @param curve units left and presses over time
 * @param sellThrough how fast it sold
 * @param speed how fast the shop was
 * @param money what it came to
 * @param fairness how many shoppers have so many units, fewest units first
 * @param trust what speaks for these figures
 * @param nextTime what would be better the next time
 * @param rooms the waiting rooms it had, the oldest first; empty in reports that were kept before there were any
 */
public record SaleReport(
        Instant madeAt,
        State state,
        SaleOfReport sale,
        SaleUnitFigures units,
        List<FunnelStep> funnel,
        List<FunnelLoss> fallen,
        List<RefusalCount> refusals,
        List<CurvePoint> curve,
        SellThrough sellThrough,
        SaleSpeed speed,
        SaleMoney money,
        List<UnitShare> fairness,
        SaleTrust trust,
        List<SaleAdvice> nextTime,
        List<RoomReport> rooms) {

    public SaleReport {
        funnel = List.copyOf(funnel);
        fallen = List.copyOf(fallen);
        refusals = List.copyOf(refusals);
        curve = List.copyOf(curve);
        fairness = List.copyOf(fairness);
        nextTime = List.copyOf(nextTime);
        rooms = List.copyOf(Objects.requireNonNullElse(rooms, List.of()));
    }

    /** The same with the waiting rooms that it had. */
    SaleReport with(List<RoomReport> known) {
        return new SaleReport(
                madeAt,
                state,
                sale,
                units,
                funnel,
                fallen,
                refusals,
                curve,
                sellThrough,
                speed,
                money,
                fairness,
                trust,
                nextTime,
                known);
    }

    /** How many are on a step. */
    public long step(Step step) {
        return funnel.stream()
                .filter(each -> each.step() == step)
                .mapToLong(FunnelStep::count)
                .sum();
    }

    /** How many fell out with this name. */
    public long lost(String name) {
        return fallen.stream()
                .filter(each -> each.name().equals(name))
                .mapToLong(FunnelLoss::count)
                .sum();
    }

    /** How many presses were refused in all. */
    public long refused() {
        return refusals.stream().mapToLong(RefusalCount::count).sum();
    }

    /** How many shoppers have units. */
    public long shoppers() {
        return fairness.stream().mapToLong(UnitShare::shoppers).sum();
    }

    /** Whether it is kept and never changes again. */
    public boolean isFinal() {
        return state == State.FINAL;
    }

    /** Whether it can still change. */
    public enum State {
        /** The sale is not closed out, or has been for less than two minutes: the last figures may be under way. */
        PROVISIONAL,
        /** The sale is closed out, but units sold and units left are not all there were: the figures are not kept. */
        UNBALANCED,
        /** It is kept. */
        FINAL
    }

    /**
     * Which sale.
     *
     * @param offer its number
     * @param slot the slot's number
     * @param product the product's name where nobody's language is known
     * @param seller the number of who sells it
     * @param kind goods, or a coupon
     * @param opensAt when it opened
     * @param closesAt when it ended or ends
     * @param closedOutAt when its books were closed, if they are
     */
    public record SaleOfReport(
            String offer,
            String slot,
            String product,
            String seller,
            OfferKind kind,
            Instant opensAt,
            Instant closesAt,
            @Nullable Instant closedOutAt) {}

    /**
     * Where the units are.
     *
     * @param total how many there are in all
     * @param left that nobody has
     * @param held that orders hold
     * @param returned that were taken and came back
     */
    public record SaleUnitFigures(long total, long left, long held, long returned) {

        /** Whether every unit is accounted for. */
        public boolean balance() {
            return total == left + held;
        }

        /** Whole percent that orders hold: 100 only if they hold all. */
        public int percentSold() {
            return total == 0 ? 0 : (int) (100 * held / total);
        }
    }

    /** The steps of the funnel, in their order. */
    public enum Step {
        PRESSES(Source.STATISTICS),
        ACCEPTED(Source.DATABASE),
        ORDERS(Source.DATABASE),
        PAID(Source.DATABASE),
        SHIPPED(Source.DATABASE),
        KEPT(Source.DATABASE);

        private final Source source;

        Step(Source source) {
            this.source = source;
        }

        public Source source() {
            return source;
        }
    }

    /** Where figures come from: rows of the database are exact, statistics can have gaps. */
    public enum Source {
        DATABASE,
        STATISTICS
    }

    /** How many are on a step, and where that is known from. */
    public record FunnelStep(Step step, long count, Source source) {}

    /**
     * What fell out behind a step.
     *
     * @param after behind which
     * @param name why: of presses a refusal or {@code REPEATED}, a press that was answered before
     * @param count how many
     */
    public record FunnelLoss(Step after, String name, long count) {}

    /**
     * How often a purchase was refused for one reason.
     *
     * @param reason its name, as in the API
     * @param count how often
     * @param first the second of the first
     * @param last the second of the last
     */
    public record RefusalCount(String reason, long count, Instant first, Instant last) {}

    /**
     * A piece of the curve: a second in the first minute, later a minute or more. Pieces in which nothing happened are left out.
     *
     * @param at when it begins
     * @param seconds how long it is
     * @param left units that nobody had at its end
     * @param accepted presses that were accepted in it
     * @param refused presses that were refused in it
     */
    public record CurvePoint(Instant at, int seconds, long left, long accepted, long refused) {}

    /**
     * How fast it sold, counted from the opening by the moments in which shoppers pressed.
     *
     * @param after1s whole percent of all units that were gone after a second
     * @param after10s after ten seconds
     * @param after1m after a minute
     * @param after10m after ten minutes
     * @param lastUnitMillis how long until none was left for the first time; empty if some always were
     * @param firstBackAt when units came back first, if any did
     * @param lastBackAt when they came back last
     */
    public record SellThrough(
            int after1s,
            int after10s,
            int after1m,
            int after10m,
            @Nullable Long lastUnitMillis,
            @Nullable Instant firstBackAt,
            @Nullable Instant lastBackAt) {}

    /**
     * How fast the shop was, in milliseconds.
     *
     * @param presses of how many presses the times are known
     * @param pressP50 half of the presses were answered within, if any is known
     * @param pressP95 95 of a hundred
     * @param pressP99 99 of a hundred
     * @param orderP50 half of the orders were written within, from the press
     * @param orderP99 99 of a hundred
     * @param orderMost the slowest
     */
    public record SaleSpeed(
            long presses,
            @Nullable Double pressP50,
            @Nullable Double pressP95,
            @Nullable Double pressP99,
            @Nullable Long orderP50,
            @Nullable Long orderP99,
            @Nullable Long orderMost) {}

    /**
     * What it came to, in fen.
     *
     * @param listFen what the units of all orders would have cost at the list price
     * @param soldFen what orders were placed for
     * @param paidFen what was paid for them
     * @param unpaidFen of orders that were closed without being paid for
     * @param refunds what went or goes back, by reason
     */
    public record SaleMoney(long listFen, long soldFen, long paidFen, long unpaidFen, List<RefundSum> refunds) {

        public SaleMoney {
            refunds = List.copyOf(refunds);
        }

        /** What went or goes back in all. */
        public long refundedFen() {
            return refunds.stream().mapToLong(RefundSum::fen).sum();
        }
    }

    /** Refunds of one reason. */
    public record RefundSum(String reason, long count, long fen) {}

    /** How many shoppers have so many units. */
    public record UnitShare(long units, long shoppers) {}

    /**
     * What speaks for these figures.
     *
     * @param books what the last check of the books found; empty before the first
     * @param checkedAt when that was
     * @param chainHead the last link of the chain over the ledger, once the sale is closed out
     * @param acts what operators and sellers did to the offer while it sold, oldest first
     * @param missing when statistics are missing; empty if they are complete
     */
    public record SaleTrust(
            @Nullable String books,
            @Nullable Instant checkedAt,
            @Nullable String chainHead,
            List<SaleDuringAct> acts,
            List<MissingTime> missing) {

        public SaleTrust {
            acts = List.copyOf(acts);
            missing = List.copyOf(missing);
        }

        /** Whether no statistics are missing. */
        public boolean isComplete() {
            return missing.isEmpty();
        }
    }

    /** What somebody did to the offer while it sold. */
    public record SaleDuringAct(Instant at, String who, String action) {}

    /** A time of which statistics are missing, whole minutes. */
    public record MissingTime(Instant from, Instant until) {}

    /** What would be better the next time. */
    public enum SaleAdvice {
        /** Sold out in less than ten seconds. */
        SOLD_OUT_FAST,
        /** More than 5 % of the orders were not paid. */
        MANY_UNPAID,
        /** One press of a hundred took longer than 100 ms. */
        SLOW,
        /** More than 20 % of the presses met the limit of attempts. */
        MANY_LIMITED
    }
}
