package stampede.report.page;

import java.util.ArrayList;
import java.util.List;
import stampede.report.WeekReport;

/** The figures of a week as the lines of a file. */
final class WeekReportFigures {

    private WeekReportFigures() {}

    static List<Object[]> of(WeekReport report) {
        var lines = new ArrayList<Object[]>();
        add(lines, "", report.tasks());
        add(lines, "(week before)", report.tasksBefore());
        report.troubled().forEach(task -> add(lines, task.task(), task.sums()));
        add(lines, "dead_replayed", "", report.decisions().replayed());
        add(lines, "dead_discarded", "", report.decisions().discarded());
        report.refunds().forEach(refund -> {
            add(lines, "refunds", refund.reason(), refund.count());
            add(lines, "refunds_fen", refund.reason(), refund.fen());
            add(lines, "refunds_done", refund.reason(), refund.done());
        });
        report.lateMoney().forEach(money -> {
            add(lines, "payments", money.state(), money.count());
            add(lines, "payments_fen", money.state(), money.fen());
        });
        report.repairs().forEach(repairs -> {
            add(lines, "repairs", repairs.kind(), repairs.count());
            add(lines, "repairs_failed", repairs.kind(), repairs.failed());
        });
        report.alerts().forEach(alerts -> {
            add(lines, "alerts", alerts.rule(), alerts.count());
            add(lines, "alerts_acknowledged", alerts.rule(), alerts.acknowledged());
        });
        add(lines, "purchases_unfinished", "", report.unfinished());
        add(lines, "sales_closed_out", "", report.closedOut());
        add(lines, "sales_not_closed_out", "", report.notClosedOut());
        report.acts().forEach(act -> add(lines, act.action(), act.who(), act.count()));
        report.sales().forEach(sale -> add(lines, "units_sold", "offer:" + sale.offer(), sale.sold()));
        return lines;
    }

    private static void add(List<Object[]> lines, String task, WeekReport.TaskSums sums) {
        add(lines, "tasks_ended", task, sums.ended());
        add(lines, "tasks_failed_tries", task, sums.failedTries());
        add(lines, "tasks_recovered_at_second", task, sums.afterOne());
        add(lines, "tasks_recovered_at_third", task, sums.afterTwo());
        add(lines, "tasks_recovered_later", task, sums.afterMore());
        add(lines, "tasks_given_up", task, sums.gaveUp());
        add(lines, "tasks_cancelled", task, sums.cancelled());
    }

    private static void add(List<Object[]> lines, String figure, String of, long value) {
        lines.add(new Object[] {figure, of, value});
    }
}
