package stampede.task.attempt;

import java.time.Clock;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import stampede.task.admin.NodeStatus;

/** What this node runs at this moment. */
public class RunningTasks {

    private final Clock clock;

    /** By identity: the same attempt may be under way twice after a broken connection. */
    private final Set<Run> runs = ConcurrentHashMap.newKeySet();

    RunningTasks(Clock clock) {
        this.clock = clock;
    }

    /** Notes tasks that begin; until {@link #end}. */
    public Run begin(Collection<ReceivedTask> tasks, String queue) {
        var since = clock.instant();
        var run = new Run(tasks.stream()
                .map(task -> new NodeStatus.Running(
                        task.id(), task.task().name(), queue, task.envelope().retries() + 1, since))
                .toList());
        runs.add(run);
        return run;
    }

    public void end(Run run) {
        runs.remove(run);
    }

    /** Longest first. */
    public List<NodeStatus.Running> list() {
        return runs.stream()
                .flatMap(run -> run.tasks.stream())
                .sorted(Comparator.comparing(NodeStatus.Running::since))
                .toList();
    }

    /** Tasks that run together. */
    public static final class Run {

        private final List<NodeStatus.Running> tasks;

        private Run(List<NodeStatus.Running> tasks) {
            this.tasks = tasks;
        }
    }
}
