package stampede.archive;

import java.time.Clock;
import java.util.List;
import stampede.task.Beat;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.Tick;

/** What happens to the archive in the background. */
@TaskHandlers
class ArchiveTaskHandlers {

    private static final int AT_ONCE = 100;
    private static final int TASKS_AT_ONCE = 5_000;

    private final ArchiveRunTurn turns;
    private final ArchiveRunRepository runs;
    private final ArchiveCatchUp catchUp;
    private final ArchiveProperties properties;
    private final Clock clock;

    ArchiveTaskHandlers(
            ArchiveRunTurn turns,
            ArchiveRunRepository runs,
            ArchiveCatchUp catchUp,
            ArchiveProperties properties,
            Clock clock) {
        this.turns = turns;
        this.runs = runs;
        this.catchUp = catchUp;
        this.properties = properties;
        this.clock = clock;
    }

    /** A turn that was taken already does nothing. */
    @Task(name = "archive.retry", queue = "archive", timeLimit = "60s")
    void retry(RetryDeadTasks task) {
        turns.take(Long.parseLong(task.runId()), task.step());
    }

    /** For runs whose next turn was lost, or died. */
    @Beat(name = "archive.resume", every = "1m", overlap = false)
    void resume(Tick tick) {
        turns.resume();
    }

    /** For what died under an earlier release, or could not be told to the archive. */
    @Beat(name = "archive.catch-up", every = "5m", overlap = false)
    void catchUp(Tick tick) {
        catchUp.add();
    }

    /** Once a night, when nobody waits for the rows. */
    @Beat(name = "archive.forget", cron = "0 50 4 * * *", zone = "${stampede.catalog.zone:Asia/Shanghai}")
    void forget(Tick tick) {
        catchUp.forgetGone();
        List<Long> old;
        do {
            old = runs.endedBefore(clock.instant().minus(properties.keepRuns()), AT_ONCE);
            old.forEach(this::delete);
        } while (old.size() == AT_ONCE);
    }

    private void delete(long run) {
        var gone = false;
        while (!gone && !Thread.currentThread().isInterrupted()) {
            gone = runs.delete(run, TASKS_AT_ONCE);
        }
    }
}
