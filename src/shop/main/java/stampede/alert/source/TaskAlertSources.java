package stampede.alert.source;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import stampede.alert.AlertFinding;
import stampede.alert.AlertRule;
import stampede.alert.AlertSource;
import stampede.alert.AlertSources;
import stampede.alert.AlertThresholdProperties;
import stampede.alert.NodeClockRepository;
import stampede.task.admin.DeadSearch;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.task.admin.NodeStatus;
import stampede.task.admin.TaskNodes;
import stampede.task.admin.TaskQueue;
import stampede.task.admin.TaskQueues;

/** What is wrong with tasks and nodes. */
@Component
class TaskAlertSources implements AlertSources {

    private static final Duration HOUR = Duration.ofHours(1);

    /** So many kinds of dead tasks are told apart. */
    private static final int MOST_KINDS = 50;

    /** A node that is silent for longer is a thing of the past. */
    private static final Duration MISSED_FOR = Duration.ofMinutes(10);

    private static final Duration SILENT = Duration.ofSeconds(15);

    private static final Duration CLOCK_SEEN = Duration.ofSeconds(30);

    private final TaskQueues queues;
    private final DeadTasks dead;
    private final TaskNodes nodes;
    private final AlertCountRepository counts;
    private final NodeClockRepository clocks;
    private final AlertThresholdProperties thresholds;
    private final Clock clock;

    TaskAlertSources(
            TaskQueues queues,
            DeadTasks dead,
            TaskNodes nodes,
            AlertCountRepository counts,
            NodeClockRepository clocks,
            AlertThresholdProperties thresholds,
            Clock clock) {
        this.queues = queues;
        this.dead = dead;
        this.nodes = nodes;
        this.counts = counts;
        this.clocks = clocks;
        this.thresholds = thresholds;
        this.clock = clock;
    }

    @Override
    public List<AlertSource> sources() {
        return List.of(
                new AlertSource(AlertRule.DEAD_LETTERS, this::deadLetters),
                new AlertSource(AlertRule.ARCHIVED, this::archived),
                new AlertSource(AlertRule.FINAL_FAILURES, this::finalFailures),
                new AlertSource(AlertRule.NODE_GONE, this::nodesGone),
                new AlertSource(AlertRule.NO_WORKER, () -> none("worker")),
                new AlertSource(AlertRule.NO_BEAT, () -> none("beat")),
                new AlertSource(AlertRule.CLOCK, this::clocks));
    }

    private Optional<List<AlertFinding>> deadLetters() {
        return queues.find("dead")
                .flatMap(TaskQueue::ready)
                .map(ready -> over(ready.doubleValue(), (double) thresholds.deadLetters()));
    }

    private Optional<List<AlertFinding>> archived() {
        return Optional.of(dead.names().stream()
                .limit(MOST_KINDS)
                // A message that nobody can read has no name.
                .map(name -> new AlertFinding(name.isEmpty() ? "" : "task:" + name, (double)
                        dead.count(DeadTask.Status.DEAD, DeadSearch.all().named(name))))
                .filter(finding -> finding.value() > 0)
                .toList());
    }

    private Optional<List<AlertFinding>> finalFailures() {
        var hour = counts.since(clock.instant().minus(HOUR));
        return Optional.of(
                hour.ended() >= thresholds.finalFailuresFrom() && hour.ended() > 0
                        ? over((double) hour.deaths() / hour.ended(), thresholds.finalFailures())
                        : List.of());
    }

    /** If this node is among them, nobody could say anything for a while. */
    private Optional<List<AlertFinding>> nodesGone() {
        var silent =
                nodes.silent(SILENT, MISSED_FOR).stream().map(NodeStatus::name).toList();
        return silent.contains(nodes.own())
                ? Optional.empty()
                : Optional.of(silent.stream()
                        .map(node -> new AlertFinding("node:" + node, 1))
                        .toList());
    }

    private Optional<List<AlertFinding>> none(String role) {
        var some = nodes.list().stream().anyMatch(node -> node.roles().contains(role));
        return Optional.of(some ? List.of() : List.of(new AlertFinding("", 0)));
    }

    private Optional<List<AlertFinding>> clocks() {
        var most = thresholds.clock().toMillis();
        return Optional.of(clocks.since(clock.instant().minus(CLOCK_SEEN)).entrySet().stream()
                .filter(node -> node.getValue() > most)
                .map(node -> new AlertFinding("node:" + node.getKey(), node.getValue()))
                .toList());
    }

    static List<AlertFinding> over(double value, double threshold) {
        return Stream.of(new AlertFinding("", value))
                .filter(finding -> finding.value() > threshold)
                .toList();
    }
}
