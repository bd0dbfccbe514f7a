package stampede.imports;

import stampede.task.Beat;
import stampede.task.Task;
import stampede.task.TaskContext;
import stampede.task.TaskHandlers;
import stampede.task.Tick;

/** What happens to files in the background: they are applied, taken back, and forgotten after a month. */
@TaskHandlers
class ImportTaskHandlers {

    private final ImportRun run;
    private final TakeBackRun takeBack;
    private final ImportRetention retention;

    ImportTaskHandlers(ImportRun run, TakeBackRun takeBack, ImportRetention retention) {
        this.run = run;
        this.takeBack = takeBack;
        this.retention = retention;
    }

    /** Goes on where it was left, whoever left it there. */
    @Task(name = "import.apply", queue = "imports", timeLimit = "20m")
    void apply(ApplyImport task, TaskContext context) {
        var more = true;
        while (more && !context.isCancelled()) {
            more = run.next(Long.parseLong(task.importId()));
        }
    }

    /** The same for what was applied by mistake. */
    @Task(name = "import.take-back", queue = "imports", timeLimit = "20m")
    void takeBack(TakeBackImport task, TaskContext context) {
        var more = true;
        while (more && !context.isCancelled()) {
            more = takeBack.next(Long.parseLong(task.importId()));
        }
    }

    /** Once a night, when nobody waits for the rows. */
    @Beat(name = "import.forget", cron = "0 40 4 * * *", zone = "${stampede.catalog.zone:Asia/Shanghai}")
    void forget(Tick tick) {
        retention.deleteOld();
    }
}
