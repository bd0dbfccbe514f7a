package stampede.support;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.Trigger;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * Runs methods with {@code @Scheduled} on a bounded pool of threads. Spring's scheduler for virtual threads would run all that have a
 * fixed delay on one thread, where a slow one holds up the others. A failure is logged once until the method succeeds again. What
 * runs when the application stops is interrupted and awaited.
 */
public final class JobScheduler extends ThreadPoolTaskScheduler {

    /** The bean that the task system's own methods name as their {@code scheduler}. */
    public static final String ENGINE = "stampedeTaskScheduler";

    private final Set<Thread> busy = ConcurrentHashMap.newKeySet();

    public JobScheduler() {
        setDaemon(true);
    }

    @Override
    public @Nullable ScheduledFuture<?> schedule(Runnable task, Trigger trigger) {
        return super.schedule(repeated(task), trigger);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, Instant start, Duration period) {
        return super.scheduleAtFixedRate(repeated(task), start, period);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, Duration period) {
        return super.scheduleAtFixedRate(repeated(task), period);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, Instant start, Duration delay) {
        return super.scheduleWithFixedDelay(repeated(task), start, delay);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, Duration delay) {
        return super.scheduleWithFixedDelay(repeated(task), delay);
    }

    /** First nothing more begins, then what runs is interrupted: the other way round, what was interrupted could begin again. */
    @Override
    public void stop(Runnable ended) {
        super.stop(ended);
        busy.forEach(Thread::interrupt);
    }

    @Override
    protected void beforeExecute(Thread thread, Runnable task) {
        super.beforeExecute(thread, task);
        busy.add(thread);
        if (!isRunning()) {
            // It was let through a moment before the stop, which may have looked for busy threads already.
            thread.interrupt();
        }
    }

    @Override
    protected void afterExecute(Runnable task, @Nullable Throwable failure) {
        busy.remove(Thread.currentThread());
        super.afterExecute(task, failure);
    }

    /** Named by the method, as {@code /actuator/scheduledtasks} names it. */
    private static Runnable repeated(Runnable task) {
        return new RepeatedRunnable(Objects.toString(task), task);
    }
}
