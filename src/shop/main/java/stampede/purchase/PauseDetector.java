package stampede.purchase;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import stampede.support.BackgroundThread;

/**
 * Notices that this process stood still for seconds: it was suspended, starved, or collected garbage. The clicks that came meanwhile lie in
 * its sockets, and whoever sent them may have had an answer from another node since, so they must not be bought for any more. A click
 * does not say when it was sent; what is decided right after a pause may be one of them.
 */
@Component
class PauseDetector implements BackgroundThread.Owner {

    private static final Logger log = LoggerFactory.getLogger(PauseDetector.class);

    private static final Duration EVERY = Duration.ofMillis(100);
    /** Shorter than any client waits for an answer. */
    private static final long LONGEST_NANOS = Duration.ofSeconds(5).toNanos();
    /** In this time what lay in the sockets has been read. */
    private static final long AFTERWARDS_NANOS = Duration.ofSeconds(1).toNanos();

    private final LongSupplier nanoTime;
    private final BackgroundThread thread = new BackgroundThread("pause-detector", EVERY, this::beat);
    private volatile long lastBeat;
    private volatile long lastPause;

    @Autowired
    PauseDetector() {
        this(System::nanoTime);
    }

    /** @param nanoTime the time, as of {@link System#nanoTime} */
    PauseDetector(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        lastPause = nanoTime.getAsLong() - AFTERWARDS_NANOS;
    }

    /** Whether it stood still for more than five seconds until now, or until a second ago. */
    boolean hasJustPaused() {
        var now = nanoTime.getAsLong();
        return isRunning() && (now - lastBeat > LONGEST_NANOS || now - lastPause < AFTERWARDS_NANOS);
    }

    void beat() {
        var now = nanoTime.getAsLong();
        var stillNanos = now - lastBeat;
        if (stillNanos > LONGEST_NANOS) {
            lastPause = now;
            log.warn(
                    "This node stood still for {} s; clicks that came meanwhile are told to come again",
                    Duration.ofNanos(stillNanos).toSeconds());
        }
        lastBeat = now;
    }

    @Override
    public void start() {
        lastBeat = nanoTime.getAsLong();
        thread.start();
    }

    @Override
    public BackgroundThread thread() {
        return thread;
    }
}
