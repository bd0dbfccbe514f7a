package stampede.archive;

import static stampede.task.SendOption.in;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.audit.AuditLog;
import stampede.task.Tasks;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;

/**
 * One turn of a run: the tasks of a second, and the message for the next one, in one transaction that holds the run. However often a
 * turn comes, and whoever dies in the middle, each task is sent again once.
 */
@Component
class ArchiveRunTurn {

    private static final Duration TURN = Duration.ofSeconds(1);

    /** A turn may wait for workers that are busy, and one that was lost with its node is back within seconds. */
    private static final Duration IDLE = Duration.ofMinutes(2);

    private static final int MOST_RUNS = 100;

    private final ArchiveRunRepository runs;
    private final DeadTasks dead;
    private final AuditLog audit;
    private final Tasks tasks;
    private final Clock clock;
    private final TransactionTemplate transaction;

    ArchiveRunTurn(
            ArchiveRunRepository runs,
            DeadTasks dead,
            AuditLog audit,
            Tasks tasks,
            Clock clock,
            TransactionTemplate transaction) {
        this.runs = runs;
        this.dead = dead;
        this.audit = audit;
        this.tasks = tasks;
        this.clock = clock;
        this.transaction = transaction;
    }

    void take(long id, int step) {
        transaction.executeWithoutResult(status -> runs.lock(id)
                .filter(run -> run.isRunning() && run.step() == step)
                .ifPresent(this::take));
    }

    private void take(ArchiveRun run) {
        var next = runs.next(run.id(), run.perSecond());
        var retried = dead.replay(next, TURN);
        retried.forEach(task -> write(run, task));
        var isLast = run.left() <= next.size() || next.isEmpty();
        runs.take(run, next, retried, isLast ? ArchiveRun.State.DONE : ArchiveRun.State.RUNNING, clock.instant());
        if (isLast) {
            end(run, retried.size());
        } else {
            send(run, run.step() + 1, TURN);
        }
    }

    private void write(ArchiveRun run, long task) {
        audit.write(
                new AuditLog.Act(run.who(), "TASK_REPLAYED", "dead:" + task, run.reason(), "archive-run:" + run.id()),
                AuditLog.Change.of(DeadTask.Status.DEAD, DeadTask.Status.REPLAYED));
    }

    private void end(ArchiveRun run, int retried) {
        audit.write(
                new AuditLog.Act(
                        "system:archive", "DEAD_TASKS_RUN_ENDED", "archive-run:" + run.id(), run.reason(), run.who()),
                new AuditLog.Change(run.total() + " tasks", (run.retried() + retried) + " sent again"));
    }

    private void send(ArchiveRun run, int step, Duration wait) {
        tasks.send(new RetryDeadTasks(Long.toString(run.id()), step), in(wait));
    }

    /** Goes on with those whose next turn was lost. */
    void resume() {
        List<ArchiveRun> idle = runs.idle(clock.instant().minus(IDLE), MOST_RUNS);
        idle.forEach(run -> send(run, run.step(), Duration.ZERO));
    }
}
