package stampede.task.cancel;

import org.jspecify.annotations.Nullable;
import stampede.task.TaskContext;

/** An attempt under way on a thread of its own or, without one, together with others. An interrupt hits this attempt or nothing. */
final class RunningAttempt {

    private final TaskContext context;
    private final @Nullable Thread runner;
    private boolean ended;
    private boolean interrupted;

    RunningAttempt(TaskContext context, @Nullable Thread runner) {
        this.context = context;
        this.runner = runner;
    }

    TaskContext context() {
        return context;
    }

    synchronized void cancel() {
        if (ended || context.isCancelled()) {
            return;
        }
        context.cancel();
        if (runner != null) {
            interrupted = true;
            runner.interrupt();
        }
    }

    /** The thread is free of the interrupt afterwards. */
    synchronized void end() {
        ended = true;
        if (interrupted) {
            Thread.interrupted();
        }
    }
}
