package stampede.task.poison;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import stampede.support.OutageRetry;
import stampede.task.TaskId;
import stampede.task.admin.NodeStatus;
import stampede.task.attempt.RunningTasks;
import stampede.task.node.TaskNodeRepository;
import stampede.task.spi.ThisNode;

/**
 * What the other workers last told, asked for when the broker hands something out again: who lives, what they run, and whether one of
 * them has ended without saying goodbye.
 */
class WorkerLiveness {

    private static final Duration FRESH = Duration.ofMillis(200);

    /** What a node had in hand comes again at once. Who died longer ago than this has nothing to do with it. */
    private static final Duration DEATHS_MATTER = Duration.ofMinutes(15);

    /** Clocks of nodes differ by less. */
    private static final Duration CLOCKS_DIFFER = Duration.ofMillis(250);

    private final TaskNodeRepository table;
    private final RunningTasks running;
    private final ThisNode self;
    private final OutageRetry outageRetry;
    private final Clock clock;
    private View view = new View(Instant.MIN, Set.of(), Instant.MAX, false, Set.of());

    WorkerLiveness(
            TaskNodeRepository table, RunningTasks running, ThisNode self, OutageRetry outageRetry, Clock clock) {
        this.table = table;
        this.running = running;
        this.self = self;
        this.outageRetry = outageRetry;
        this.clock = clock;
    }

    /** Whether a worker that lives runs the task, this one included. It is told of runs of more than two seconds. */
    boolean isRunning(TaskId id, String task) {
        var run = new Run(id, task);
        return current().running().contains(run)
                || this.running.list().stream().map(Run::of).anyMatch(run::equals);
    }

    /** Whether another worker of this name lives. */
    boolean isAlive(String node) {
        return current().alive().contains(node);
    }

    /** Whether all other workers were heard of after the instant, and none has lately ended without a word. */
    boolean haveAllLivedAfter(Instant instant) {
        var now = current();
        return !now.death() && now.leastSeen().isAfter(instant.plus(CLOCKS_DIFFER));
    }

    /** While the database is away nobody knows, and nobody needs to: what comes again waits. */
    private synchronized View current() {
        if (view.at().plus(FRESH).isBefore(clock.instant())) {
            outageRetry.holdWhileAway(() -> view = look(clock.instant()));
        }
        return view;
    }

    private View look(Instant now) {
        var others = table.workersBut(self.name(), now.minus(DEATHS_MATTER));
        var alive = others.stream()
                .filter(other -> !other.seenAt().isBefore(now.minus(TaskNodeRepository.LATELY)))
                .toList();
        return new View(
                now,
                alive.stream().map(TaskNodeRepository.Seen::name).collect(Collectors.toSet()),
                alive.stream()
                        .map(TaskNodeRepository.Seen::seenAt)
                        .min(Instant::compareTo)
                        .orElse(Instant.MAX),
                alive.size() < others.size(),
                runs(alive));
    }

    private static Set<Run> runs(List<TaskNodeRepository.Seen> workers) {
        var runs = new HashSet<Run>();
        workers.forEach(worker -> worker.running().stream().map(Run::of).forEach(runs::add));
        return runs;
    }

    /**
     * @param leastSeen when the one was heard of that has been silent for longest
     * @param death whether one died lately
     */
    private record View(Instant at, Set<String> alive, Instant leastSeen, boolean death, Set<Run> running) {}

    private record Run(TaskId id, String task) {

        static Run of(NodeStatus.Running running) {
            return new Run(running.id(), running.name());
        }
    }
}
