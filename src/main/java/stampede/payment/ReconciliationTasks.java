package stampede.payment;

import java.time.Instant;
import java.time.LocalDate;
import java.util.stream.Stream;
import stampede.task.Beat;
import stampede.task.Retry;
import stampede.task.TaskHandlers;
import stampede.task.Tick;

/** Compares each day with Alipay's bill on the morning after, when it is made; and days that were left out, up to a week. */
@TaskHandlers
class ReconciliationTasks {

    private static final int AT_MOST_DAYS = 7;

    private final Reconciling reconciling;
    private final ReconciliationRows rows;

    ReconciliationTasks(Reconciling reconciling, ReconciliationRows rows) {
        this.reconciling = reconciling;
        this.rows = rows;
    }

    /** A bill that is not to be had is asked for again over some hours; what was compared by then is not compared again. */
    @Beat(name = "payment.reconcile", cron = "0 30 10 * * *", zone = "Asia/Shanghai")
    @Retry(delays = {"15m", "1h", "3h"})
    void reconcile(Tick tick) {
        var yesterday = LocalDate.ofInstant(tick.due(), Reconciling.ZONE).minusDays(1);
        var missing = open(yesterday)
                .filter(day -> reconciling.compare(day, "beat", found -> {}).isEmpty())
                .toList();
        if (!missing.isEmpty()) {
            throw new IllegalStateException("No bill to compare with: " + missing);
        }
    }

    /** Those of the last days that were not compared after their end; a shop that never compared begins with yesterday. */
    private Stream<LocalDate> open(LocalDate yesterday) {
        var aWeekAgo = yesterday.minusDays(AT_MOST_DAYS - 1);
        var from = rows.firstDay()
                .filter(yesterday::isAfter)
                .map(first -> first.isAfter(aWeekAgo) ? first : aWeekAgo)
                .orElse(yesterday);
        var runs = rows.runs(from);
        return from.datesUntil(yesterday.plusDays(1))
                .filter(day -> runs.getOrDefault(day, Instant.EPOCH).isBefore(Reconciling.endOf(day)));
    }
}
