package stampede.payment;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.stereotype.Component;

/**
 * The threads that talk to Alipay for others who cannot wait for its time-out: a few, so that a slow Alipay ties up these and
 * nothing else.
 */
@Component
class AlipayExecutor implements DisposableBean {

    private static final int AT_ONCE = 16;

    private static final int MOST_WAITING = 500;

    private final ExecutorService threads = new ThreadPoolExecutor(
            AT_ONCE, AT_ONCE, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), daemons());

    /**
     * Waits for the call's end, but no longer than this; it goes on all the same. What it throws is thrown here. If too many
     * wait already it is not made: the shop asks Alipay by itself later.
     */
    void call(Runnable work, Duration patience) {
        CompletableFuture<Void> call;
        try {
            call = CompletableFuture.runAsync(work, threads);
        } catch (RejectedExecutionException tooMany) {
            return;
        }
        await(call, patience);
    }

    /** Waits until these calls have ended or the time is up; whoever is interrupted does not wait on. */
    static void await(CompletableFuture<?> calls, Duration patience) {
        try {
            calls.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException goesOn) {
            return;
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException failed) {
            throw new IllegalStateException("What Alipay said could not be booked", failed.getCause());
        }
    }

    /** Who gives them more than can wait does the work itself. */
    Executor threads() {
        return work -> {
            try {
                threads.execute(work);
            } catch (RejectedExecutionException tooMany) {
                work.run();
            }
        };
    }

    @Override
    public void destroy() {
        threads.shutdownNow();
    }

    private static CustomizableThreadFactory daemons() {
        var threads = new CustomizableThreadFactory("alipay-");
        threads.setDaemon(true);
        return threads;
    }
}
