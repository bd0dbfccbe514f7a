package stampede.report;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a week of the shop was: as JSON too, in which it is kept once the week is over. Times are instants, money is fen.
 *
 * @param week which one, such as {@code 2026-W48}
 * @param madeAt when it was put together
 * @param kept whether it never changes again
 * @param tasks what became of tasks
 * @param tasksBefore the same of the week before
 * @param troubled tasks of which some failed, those that failed most first
 * @param decisions what people decided about dead tasks
 * @param refunds refunds that were wanted in the week, by reason
 * @param lateMoney money that came too late, twice, or for no order
 * @param repairs what the shop did to put right what did not agree, but for tasks and money, by kind
 * @param alerts alarms that fired and were over in the week, by rule
 * @param unfinished purchases that were accepted and never became an order, and were ended for good
 * @param closedOut sales that were closed out in the week
 * @param notClosedOut sales that ended in the week and are not closed out
 * @param acts what operators and sellers did, the most frequent first
 * @param sales sales that ended in the week, those that sold most first
 */
public record WeekReport(
        String week,
        Instant madeAt,
        boolean kept,
        TaskSums tasks,
        TaskSums tasksBefore,
        List<TroubledTask> troubled,
        TaskDecisions decisions,
        List<WeekRefunds> refunds,
        List<LateMoney> lateMoney,
        List<WeekRepairs> repairs,
        List<WeekAlerts> alerts,
        long unfinished,
        long closedOut,
        long notClosedOut,
        List<WeekActs> acts,
        List<WeekSale> sales) {

    public WeekReport {
        troubled = List.copyOf(troubled);
        refunds = List.copyOf(refunds);
        lateMoney = List.copyOf(lateMoney);
        repairs = List.copyOf(repairs);
        alerts = List.copyOf(alerts);
        acts = List.copyOf(acts);
        sales = List.copyOf(sales);
    }

    /** Whether nothing went wrong: no task failed, nothing came late or went back, nothing was left over. */
    public boolean isQuiet() {
        return tasks.failedTries() == 0
                && tasks.gaveUp() == 0
                && decisions.isNone()
                && refunds.isEmpty()
                && lateMoney.isEmpty()
                && repairs.isEmpty()
                && alerts.isEmpty()
                && unfinished == 0
                && notClosedOut == 0;
    }

    /**
     * What became of tasks.
     *
     * @param ended how many came to an end, whichever
     * @param failedTries attempts that failed
     * @param afterOne tasks that succeeded at the second attempt
     * @param afterTwo at the third
     * @param afterMore later
     * @param gaveUp tasks that were given up
     * @param cancelled tasks that were called off or came too late
     */
    public record TaskSums(
            long ended, long failedTries, long afterOne, long afterTwo, long afterMore, long gaveUp, long cancelled) {

        /** Tasks that failed at first and succeeded after all. */
        public long recovered() {
            return afterOne + afterTwo + afterMore;
        }

        /** Of a hundred tasks that failed at first, how many succeeded after all; empty if none failed. */
        public @Nullable Double recoveryPercent() {
            var all = recovered() + gaveUp;
            return all == 0 ? null : Math.floor(1_000.0 * recovered() / all) / 10;
        }
    }

    /** Tasks of one name of which some failed. */
    public record TroubledTask(String task, TaskSums sums) {}

    /** Dead tasks that were sent again, and that were thrown away. */
    public record TaskDecisions(long replayed, long discarded) {

        boolean isNone() {
            return replayed == 0 && discarded == 0;
        }
    }

    /**
     * Refunds of one reason.
     *
     * @param count how many were wanted
     * @param fen how much that is
     * @param done how many of them have gone back
     * @param meanMillis how long that took on average, from the wish
     * @param mostMillis how long it took at most
     */
    public record WeekRefunds(
            String reason,
            long count,
            long fen,
            long done,
            @Nullable Long meanMillis,
            @Nullable Long mostMillis) {}

    /** Money of one kind that paid for nothing: {@code LATE}, {@code SURPLUS} or {@code ORPHAN}. */
    public record LateMoney(String state, long count, long fen) {}

    /**
     * Repairs of one kind, as the log of compensations has them.
     *
     * @param kind its name, such as {@code COUNTER_CORRECTED}
     * @param count how many
     * @param failed how many of them did not succeed
     * @param units by how many units, all together
     */
    public record WeekRepairs(String kind, long count, long failed, long units) {}

    /**
     * Alarms of one rule that fired and were over in the week.
     *
     * @param rule its name
     * @param count how many
     * @param acknowledged how many of them somebody took
     * @param meanMillisToAcknowledge how long that took on average, if anybody did
     * @param meanMillisToResolve how long until it was over, on average
     */
    public record WeekAlerts(
            String rule,
            long count,
            long acknowledged,
            @Nullable Long meanMillisToAcknowledge,
            @Nullable Long meanMillisToResolve) {}

    /** How often somebody did something. */
    public record WeekActs(String who, String action, long count) {}

    /**
     * A sale that ended in the week.
     *
     * @param lastUnitMillis how long until none was left, if the report of the sale is kept and knows it
     * @param shoppers how many have units, if the report of the sale is kept
     */
    public record WeekSale(
            String offer,
            String product,
            long total,
            long sold,
            @Nullable Long lastUnitMillis,
            @Nullable Long shoppers) {}
}
