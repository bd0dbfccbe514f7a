package stampede.support;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Does something again and again on a thread of its own while the application runs. {@code @Scheduled} methods with a fixed
 * delay share one thread, where a slow one holds up all others.
 */
public abstract class Loop implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(Loop.class);

    /** How long a stop waits for the turn that is under way. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final String name;
    private final Duration pause;
    private volatile @Nullable Thread thread;

    protected Loop(String name, Duration pause) {
        this.name = name;
        this.pause = pause;
    }

    /** One turn. If it throws, that is logged, and the next turn comes. Interrupted when the application stops. */
    protected abstract void turn() throws InterruptedException;

    @Override
    public void start() {
        var started = new Thread(this::run, name);
        started.setDaemon(true);
        thread = started;
        started.start();
    }

    @Override
    public void stop() {
        var stopping = thread;
        thread = null;
        if (stopping == null) {
            return;
        }
        stopping.interrupt();
        try {
            stopping.join(PATIENCE.toMillis());
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return thread != null;
    }

    private void run() {
        try {
            while (thread == Thread.currentThread()) {
                turnOrLog();
                Thread.sleep(pause.toMillis());
            }
        } catch (InterruptedException stopped) {
            log.debug("{} stopped", name);
        }
    }

    private void turnOrLog() throws InterruptedException {
        try {
            turn();
        } catch (RuntimeException failure) {
            log.warn("A turn of {} failed; the next one follows", name, failure);
        }
    }
}
