package stampede.support;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** How long is waited for a server that is away: twice as long each time, from 0.2 s up to 5 s, and not when the node stops. */
public final class OutageBackoff {

    static final Duration SHORTEST = Duration.ofMillis(200);
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private volatile CountDownLatch stopped = new CountDownLatch(1);

    /** How long to wait after this many repeats. */
    public Duration after(int repeats) {
        var millis = SHORTEST.toMillis() << Math.min(repeats, 10);
        return Duration.ofMillis(Math.min(millis, LONGEST.toMillis()));
    }

    /** Waits; answers early, and true, when the node stops or the thread is interrupted. */
    public boolean stopsWithin(Duration time) {
        try {
            return stopped.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** The node runs; from now on it is worth waiting. */
    void start() {
        stopped = new CountDownLatch(1);
    }

    /** The node stops; nobody waits any longer. */
    public void stop() {
        stopped.countDown();
    }

    boolean isStopping() {
        return stopped.getCount() == 0;
    }
}
