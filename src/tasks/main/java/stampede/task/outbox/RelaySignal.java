package stampede.task.outbox;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import stampede.support.AfterCommit;

/** Wakes this node's relay, if it has one, when there may be something in the outbox. */
public class RelaySignal {

    private final Semaphore news = new Semaphore(0);

    public void wake() {
        if (news.availablePermits() == 0) {
            news.release();
        }
    }

    /** Wakes the relay when the current transaction has committed. */
    public void wakeAfterCommit() {
        AfterCommit.run(this::wake);
    }

    /** Returns when woken, or after the time. */
    void await(Duration most) {
        try {
            if (news.tryAcquire(most.toMillis(), TimeUnit.MILLISECONDS)) {
                news.drainPermits();
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
