package stampede.load;

import java.time.Duration;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/** Somebody in a crowd: what they hold, and when they do something next. Used by one thread at a time. */
final class CrowdVisitor implements Delayed {

    private final String token;
    private volatile long dueNanos;

    /** In which order they came, from 0 on; -1 before. */
    volatile int arrival = -1;

    /** Of the waiting room; empty without one. */
    volatile String ticket = "";

    volatile String pass = "";

    /** From 1 on; 0 as long as nobody knows. */
    volatile int place;

    /** When they came in, as of {@link System#nanoTime}; 0 before. */
    volatile long letInNanos;

    volatile boolean accepted;

    CrowdVisitor(String token) {
        this.token = token;
    }

    String token() {
        return token;
    }

    long dueNanos() {
        return dueNanos;
    }

    CrowdVisitor dueAt(long nanos) {
        dueNanos = nanos;
        return this;
    }

    CrowdVisitor dueIn(Duration wait) {
        return dueAt(System.nanoTime() + wait.toNanos());
    }

    @Override
    public long getDelay(TimeUnit unit) {
        return unit.convert(dueNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
        return Long.signum(dueNanos - ((CrowdVisitor) other).dueNanos);
    }
}
