package stampede.report;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stampede.task.Beat;
import stampede.task.Remember;
import stampede.task.TaskHandlers;
import stampede.task.Tick;

/** Makes the reports that are kept. */
@TaskHandlers
class ReportTaskHandlers {

    private static final Logger log = LoggerFactory.getLogger(ReportTaskHandlers.class);

    private final SaleReports sales;
    private final WeekReports weeks;

    ReportTaskHandlers(SaleReports sales, WeekReports weeks) {
        this.sales = sales;
        this.weeks = weeks;
    }

    /** What was not made, because its last statistics are under way, is made the next time. */
    @Beat(
            name = "report.keep-sales",
            cron = "40 * * * * *",
            misfire = Beat.Misfire.SKIP,
            overlap = false,
            remember = Remember.FAILURES)
    void keepSales(Tick tick) {
        var made = sales.keepDue();
        if (made > 0) {
            log.info("Made the reports of {} sales that are closed out", made);
        }
    }

    /** Of the week that is over. A Monday that is missed is made good once a node is up. */
    @Beat(name = "report.week", cron = "0 0 8 * * MON", zone = "${stampede.catalog.zone:Asia/Shanghai}")
    void keepWeek(Tick tick) {
        weeks.keep(weeks.current().later(-1));
    }
}
