package stampede.task.attempt;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import stampede.task.handler.HandlerMethod;

/** Something that runs on a thread of its own, so that who waits for it need not wait for ever. */
final class AttemptThread<T extends @Nullable Object> {

    private final CompletableFuture<Result<T>> end = new CompletableFuture<>();
    private final Thread thread;

    /** Starts it. */
    AttemptThread(String name, Callable<T> run) {
        this.thread = new Thread(() -> end.complete(result(run)), name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Waits for it. An interrupt of the waiting thread is passed on, because it is meant for what runs. */
    boolean hasEndedWithin(Duration time) {
        var deadline = System.nanoTime() + time.toNanos();
        while (true) {
            try {
                end.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
                return true;
            } catch (TimeoutException stillRunning) {
                return false;
            } catch (InterruptedException passedOn) {
                thread.interrupt();
            } catch (java.util.concurrent.ExecutionException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    void interrupt() {
        thread.interrupt();
    }

    Thread thread() {
        return thread;
    }

    /** What it threw. To be asked only when it has ended. */
    Optional<Exception> failure() {
        return Optional.ofNullable(end.join().failure());
    }

    /** What it returned, or throws what it threw. To be asked only when it has ended. */
    T answer() throws Exception {
        var result = end.join();
        if (result.failure() != null) {
            throw result.failure();
        }
        return result.answer();
    }

    @SuppressWarnings("NullAway") // the answer is null only if there is a failure, and then it is not asked for
    private static <T extends @Nullable Object> Result<T> result(Callable<T> run) {
        try {
            return new Result<>(run.call(), null);
        } catch (Exception failure) {
            return new Result<>(null, failure);
        } catch (Error error) {
            return new Result<>(null, new HandlerMethod.HandlerError(error));
        }
    }

    private record Result<T extends @Nullable Object>(
            T answer, @Nullable Exception failure) {}
}
