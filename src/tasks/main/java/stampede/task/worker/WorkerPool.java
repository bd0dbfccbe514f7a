package stampede.task.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.task.AsyncTaskExecutor;

/** Threads that do the same thing over and over, more or fewer of them while they run. */
final class WorkerPool {

    /** One turn; does not take long if there is nothing to do. Answers whether another may follow. */
    interface Turn {

        boolean run() throws InterruptedException;
    }

    private static final Logger log = LoggerFactory.getLogger(WorkerPool.class);
    private static final long AFTER_A_FAILURE_MILLIS = 200;

    private final AsyncTaskExecutor threads;
    private final Turn turn;
    private final List<Future<?>> members = new ArrayList<>();
    private volatile int wanted;

    WorkerPool(AsyncTaskExecutor threads, Turn turn) {
        this.threads = threads;
        this.turn = turn;
    }

    /** Makes it so many; to be called again and again, so that one that died is replaced. */
    synchronized void scale(int size) {
        wanted = size;
        for (int number = 0; number < size; number++) {
            if (number == members.size()) {
                members.add(start(number));
            } else if (members.get(number).isDone()) {
                members.set(number, start(number));
            }
        }
    }

    /** Lets all end after their turn, and waits for that. Answers false if some still run at the deadline. */
    synchronized boolean end(long deadlineNanos) throws InterruptedException {
        wanted = 0;
        var all = true;
        for (var member : members) {
            all &= hasEnded(member, deadlineNanos - System.nanoTime());
        }
        return all;
    }

    private static boolean hasEnded(Future<?> member, long nanos) throws InterruptedException {
        try {
            member.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException running) {
            return false;
        } catch (ExecutionException died) {
            return true;
        }
    }

    private Future<?> start(int number) {
        return threads.submit(() -> {
            var more = true;
            while (more && number < wanted) {
                more = turn();
            }
            return true;
        });
    }

    /** A thread that ends unseen would be replaced, but nobody would know why. */
    private boolean turn() throws InterruptedException {
        try {
            return turn.run();
        } catch (RuntimeException | Error failure) {
            log.error(
                    "A turn of {} failed; the next one follows",
                    Thread.currentThread().getName(),
                    failure);
            TimeUnit.MILLISECONDS.sleep(AFTER_A_FAILURE_MILLIS);
            return true;
        }
    }
}
