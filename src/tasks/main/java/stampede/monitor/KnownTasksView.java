package stampede.monitor;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import stampede.history.TaskHistory;
import stampede.history.TaskStatistics;
import stampede.task.TaskState;
import stampede.task.admin.NodeStatus;
import stampede.task.admin.TaskNodes;
import stampede.task.admin.TaskPlan;
import stampede.task.admin.TaskPlans;

/** The kinds of tasks that have a handler here or are in the history, with the figures of a span of time. */
class KnownTasksView {

    private final TaskPlans plans;
    private final TaskHistory history;
    private final TaskStatistics statistics;
    private final TaskNodes nodes;
    private final Clock clock;

    KnownTasksView(TaskPlans plans, TaskHistory history, TaskStatistics statistics, TaskNodes nodes, Clock clock) {
        this.plans = plans;
        this.history = history;
        this.statistics = statistics;
        this.nodes = nodes;
        this.clock = clock;
    }

    List<KnownTask> list(Span span) {
        var names = new TreeSet<>(history.names());
        plans.list().stream().map(TaskPlan::name).forEach(names::add);
        var from = from(span);
        var told = nodes.list();
        return names.stream().map(name -> known(name, from, told)).toList();
    }

    Optional<KnownTask> find(String name, Span span) {
        return Optional.of(known(name, from(span), nodes.list()))
                .filter(known -> known.plan().isPresent() || history.names().contains(name));
    }

    TaskPlans plans() {
        return plans;
    }

    private KnownTask known(String name, Instant from, List<NodeStatus> told) {
        var workers = new TreeMap<String, Integer>();
        told.forEach(node ->
                Optional.ofNullable(node.tasks().get(name)).ifPresent(version -> workers.put(node.name(), version)));
        return new KnownTask(name, plans.find(name), statistics.since(from, name), workers);
    }

    private Instant from(Span span) {
        return clock.instant().minus(span.duration());
    }

    /** Which tasks are counted: those that were sent since. */
    enum Span {
        HOUR(Duration.ofHours(1)),
        DAY(Duration.ofDays(1)),
        WEEK(Duration.ofDays(7));

        private final Duration duration;

        Span(Duration duration) {
            this.duration = duration;
        }

        Duration duration() {
            return duration;
        }
    }

    /**
     * A kind of task: how it is run, and what there was of it lately.
     *
     * @param plan empty if this node has no handler for it
     * @param workers which take it at this moment, each with the version of the payload that it reads
     */
    record KnownTask(
            String name, Optional<TaskPlan> plan, TaskStatistics.OfName figures, Map<String, Integer> workers) {

        /** How many have succeeded. */
        public long succeeded() {
            return figures.in(TaskState.SUCCESS);
        }

        /** How many have failed and wait for their next attempt. */
        public long retrying() {
            return figures.in(TaskState.RETRY);
        }

        /** How many were given up. */
        public long failed() {
            return figures.in(TaskState.FAILURE);
        }
    }
}
