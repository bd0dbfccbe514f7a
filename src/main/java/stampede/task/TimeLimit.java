package stampede.task;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.stereotype.Component;

/** Interrupts a run that takes too long. */
@Component
class TimeLimit implements DisposableBean {

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(daemons());

    /** @throws TimeLimitExceeded if the time was up before the run ended */
    <T extends @Nullable Object> T within(Duration limit, Callable<T> run) throws Exception {
        var watch = new Watch(Thread.currentThread());
        var alarm = timer.schedule(watch::interrupt, limit.toMillis(), TimeUnit.MILLISECONDS);
        try {
            var answer = run.call();
            watch.end();
            return answer;
        } catch (Exception failure) {
            if (watch.end()) {
                throw new TimeLimitExceeded(limit, failure);
            }
            throw failure;
        } finally {
            alarm.cancel(false);
        }
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

    /** A run took longer than its task allows. */
    static final class TimeLimitExceeded extends Exception {

        private static final long serialVersionUID = 1L;

        TimeLimitExceeded(Duration limit, Throwable cause) {
            super("Interrupted after " + limit, cause);
        }
    }
}
