package stampede.task.attempt;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import stampede.task.SoftTimeLimitExceeded;
import stampede.task.TimeLimitExceeded;
import stampede.task.handler.TaskLimits;

/** Interrupts runs that take too long, and gives up those that do not listen. */
public class TimeLimit implements DisposableBean {

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(daemons());
    private final LostThreads lost;

    TimeLimit(LostThreads lost) {
        this.lost = lost;
    }

    /**
     * Runs it within its limits. One with a hard limit runs on a thread of its own, which can be left to itself.
     *
     * @param what is named in the log if it is given up
     * @throws SoftTimeLimitExceeded if it failed after its soft limit
     * @throws TimeLimitExceeded if it failed after its hard limit, or was given up
     */
    <T extends @Nullable Object> T within(TaskLimits limits, String what, Callable<T> run) throws Exception {
        Callable<T> soft =
                limits.soft().isPresent() ? () -> softly(limits.soft().get(), run) : run;
        return limits.hard().isPresent() ? firmly(limits.hard().get(), what, soft) : soft.call();
    }

    private <T extends @Nullable Object> T softly(Duration limit, Callable<T> run) throws Exception {
        var watch = new Watch(Thread.currentThread());
        var alarm = timer.schedule(watch::interrupt, limit.toMillis(), TimeUnit.MILLISECONDS);
        try {
            var answer = run.call();
            watch.end();
            return answer;
        } catch (Exception failure) {
            if (watch.end()) {
                throw new SoftTimeLimitExceeded(limit, failure);
            }
            throw failure;
        } finally {
            alarm.cancel(false);
        }
    }

    private <T extends @Nullable Object> T firmly(Duration limit, String what, Callable<T> run) throws Exception {
        var attempt = new AttemptThread<>(what, run);
        if (attempt.hasEndedWithin(limit)) {
            return attempt.answer();
        }
        attempt.interrupt();
        if (!attempt.hasEndedWithin(TaskLimits.GRACE)) {
            lost.add(attempt.thread());
            throw new TimeLimitExceeded("Given up, because it did not end when it was interrupted", limit, null);
        }
        Optional<Exception> failure = attempt.failure();
        if (failure.isPresent()) {
            throw new TimeLimitExceeded("Interrupted", limit, failure.get());
        }
        return attempt.answer();
    }

    @Override
    public void destroy() {
        timer.shutdownNow();
    }

    private static CustomizableThreadFactory daemons() {
        var threads = new CustomizableThreadFactory("task-time-limit-");
        threads.setDaemon(true);
        return threads;
    }

    /** Makes sure that the interrupt hits this run or nothing. */
    private static final class Watch {

        private final Thread runner;
        private boolean ended;
        private boolean interrupted;

        Watch(Thread runner) {
            this.runner = runner;
        }

        synchronized void interrupt() {
            if (!ended) {
                interrupted = true;
                runner.interrupt();
            }
        }

        /** Whether the time was up. The thread is free of the interrupt afterwards. */
        synchronized boolean end() {
            ended = true;
            if (interrupted) {
                Thread.interrupted();
            }
            return interrupted;
        }
    }
}
