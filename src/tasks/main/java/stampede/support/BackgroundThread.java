package stampede.support;

import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * A thread that runs while the application does: for what waits for signals or messages, and what must not wait for anything else.
 * All other work that comes again belongs to {@code @Scheduled} methods.
 */
public final class BackgroundThread {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final String name;
    private final Runnable body;
    private final Consumer<Thread> end;
    private final Duration patience;
    private volatile @Nullable Thread thread;

    /**
     * A thread that ends by itself soon after {@link #isRunning} has become false.
     *
     * @param wake has it look at that at once
     * @param patience how long a stop waits for its end
     */
    public BackgroundThread(String name, Runnable body, Runnable wake, Duration patience) {
        this.name = name;
        this.body = body;
        this.end = running -> wake.run();
        this.patience = patience;
    }

    /**
     * A thread that takes one turn after another. If one throws, that is logged once, and the next turn comes. It is interrupted when it
     * is stopped, which waits ten seconds at most.
     *
     * @param pause between two turns
     */
    public BackgroundThread(String name, Duration pause, Turn turn) {
        this.name = name;
        this.body = () -> repeat(turn, pause);
        this.end = Thread::interrupt;
        this.patience = PATIENCE;
    }

    /** Begins a new thread, named as told, that does not keep the program alive. */
    public synchronized void start() {
        var started = new Thread(body, name);
        started.setDaemon(true);
        thread = started;
        started.start();
    }

    /** Has it end, and waits for that. */
    public void stop() {
        var stopping = thread;
        thread = null;
        if (stopping == null) {
            return;
        }
        end.accept(stopping);
        try {
            stopping.join(patience.toMillis());
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    /** Has it end, without waiting for that. */
    public void end() {
        thread = null;
    }

    /** From start to stop. */
    public boolean isRunning() {
        return thread != null;
    }

    private void repeat(Turn turn, Duration pause) {
        var repeated = new RepeatedRunnable(name, () -> {
            try {
                turn.take();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            while (thread == Thread.currentThread()) {
                repeated.run();
                Thread.sleep(pause.toMillis());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** What is done again and again. */
    @FunctionalInterface
    public interface Turn {

        /** Once. An interrupt says that the thread is stopped. */
        void take() throws InterruptedException;
    }

    /** A bean that starts and stops with its thread. */
    public interface Owner extends SmartLifecycle {

        /** The one that starts and stops with this bean. */
        BackgroundThread thread();

        @Override
        default void start() {
            thread().start();
        }

        @Override
        default void stop() {
            thread().stop();
        }

        @Override
        default boolean isRunning() {
            return thread().isRunning();
        }
    }
}
