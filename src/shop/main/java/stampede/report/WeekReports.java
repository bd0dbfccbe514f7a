package stampede.report;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import stampede.history.TaskHour;
import stampede.history.TaskHours;
import stampede.replica.Replica;
import stampede.replica.ReplicaAnswer;
import stampede.site.ShopTimes;

/**
 * Reports of weeks. One is made and kept on the Monday after; a week of which none is kept, because it is not over or because the
 * shop did not keep reports yet, is put together when somebody asks, at most once in half a minute on this node.
 */
@Service
public class WeekReports {

    private static final int MOST_TROUBLED = 50;
    private static final Duration KEPT_IN_MEMORY = Duration.ofSeconds(30);
    private static final int MOST_IN_MEMORY = 20;

    private final WeekReportRepository rows;
    private final TaskHours tasks;
    private final ShopTimes times;
    private final ApplicationEventPublisher events;
    private final Replica replica;
    private final LoadingCache<Asked, ReplicaAnswer<WeekReport>> made;

    WeekReports(
            WeekReportRepository rows,
            TaskHours tasks,
            ShopTimes times,
            ApplicationEventPublisher events,
            Replica replica) {
        this.rows = rows;
        this.tasks = tasks;
        this.times = times;
        this.events = events;
        this.replica = replica;
        this.made = Caffeine.newBuilder()
                .expireAfterWrite(KEPT_IN_MEMORY)
                .maximumSize(MOST_IN_MEMORY)
                .build(asked -> replica.answer(() -> make(asked.week(), false)));
    }

    /** The week of now. */
    public Week current() {
        return Week.of(times.today());
    }

    /** The report that is kept, or else one of now. */
    public WeekReport of(Week week) {
        return rows.kept(week).orElseGet(() -> replica.tell(made.get(new Asked(week, replica.mayRead()))));
    }

    /**
     * Makes and keeps the report of a week that is over, unless it is kept; whoever keeps it tells {@link WeekReportMade}.
     *
     * @throws IllegalArgumentException if the week is not over
     */
    public WeekReport keep(Week week) {
        if (week.ends(times.zone()).isAfter(times.now())) {
            throw new IllegalArgumentException(week + " is not over");
        }
        if (rows.kept(week).isEmpty() && rows.keep(make(week, true))) {
            events.publishEvent(new WeekReportMade(of(week)));
        }
        return of(week);
    }

    private WeekReport make(Week week, boolean kept) {
        var from = week.begins(times.zone());
        var until = week.ends(times.zone());
        var hours = tasks.between(from, until);
        return new WeekReport(
                week.toString(),
                times.now(),
                kept,
                sums(hours),
                sums(tasks.between(week.later(-1).begins(times.zone()), from)),
                troubled(hours),
                rows.decisions(from, until),
                rows.refunds(from, until),
                rows.lateMoney(from, until),
                rows.repairs(from, until),
                rows.alerts(from, until),
                rows.unfinished(from, until),
                rows.closedOut(from, until),
                rows.notClosedOut(from, notYetDue(until)),
                rows.acts(from, until),
                rows.sales(from, until));
    }

    /** A sale is closed out half an hour after its end; those that ended in the last hour are not late. */
    private Instant notYetDue(Instant until) {
        var hourAgo = times.now().minus(Duration.ofHours(1));
        return hourAgo.isBefore(until) ? hourAgo : until;
    }

    private static List<WeekReport.TroubledTask> troubled(List<TaskHour> hours) {
        var byName = new TreeMap<String, List<TaskHour>>();
        hours.forEach(hour -> byName.merge(hour.task(), List.of(hour), WeekReports::both));
        return byName.entrySet().stream()
                .map(each -> new WeekReport.TroubledTask(each.getKey(), sums(each.getValue())))
                .filter(task -> task.sums().failedTries() > 0 || task.sums().gaveUp() > 0)
                .sorted(Comparator.<WeekReport.TroubledTask>comparingLong(
                                task -> task.sums().failedTries())
                        .reversed())
                .limit(MOST_TROUBLED)
                .toList();
    }

    private static List<TaskHour> both(List<TaskHour> some, List<TaskHour> others) {
        var all = new ArrayList<>(some);
        all.addAll(others);
        return all;
    }

    private static WeekReport.TaskSums sums(List<TaskHour> hours) {
        var ended = 0L;
        var failed = 0L;
        var after = new long[3];
        var gaveUp = 0L;
        var cancelled = 0L;
        for (var hour : hours) {
            ended += hour.outcome().isFinal() ? hour.count() : 0;
            switch (hour.outcome()) {
                case RETRY -> failed += hour.count();
                case SUCCESS -> {
                    if (hour.tries() > 1) {
                        after[Math.min(hour.tries(), 4) - 2] += hour.count();
                    }
                }
                case FAILURE -> gaveUp += hour.count();
                case CANCELLED, EXPIRED -> cancelled += hour.count();
                case PENDING, SCHEDULED, STARTED -> {
                    // Nothing ended.
                }
            }
        }
        return new WeekReport.TaskSums(ended, failed, after[0], after[1], after[2], gaveUp, cancelled);
    }

    private record Asked(Week week, boolean fromReplica) {}
}
