package stampede.task.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that a test moves forward. */
public final class VirtualClock extends Clock {

    private final Clock base;
    private final AtomicReference<Duration> ahead;
    private final List<Runnable> watchers;

    private VirtualClock(Clock base, AtomicReference<Duration> ahead, List<Runnable> watchers) {
        this.base = base;
        this.ahead = ahead;
        this.watchers = watchers;
    }

    /** Stands still unless it is moved. */
    public static VirtualClock standingAt(Instant start) {
        return new VirtualClock(
                Clock.fixed(start, ZoneOffset.UTC), new AtomicReference<>(Duration.ZERO), new CopyOnWriteArrayList<>());
    }

    /** Runs as the real one does, and jumps when it is moved. */
    public static VirtualClock running() {
        return new VirtualClock(Clock.systemUTC(), new AtomicReference<>(Duration.ZERO), new CopyOnWriteArrayList<>());
    }

    /** Moves it forward. There is no way back, because what has happened stays so. */
    public void advance(Duration by) {
        if (by.isNegative()) {
            throw new IllegalArgumentException("Time goes forward only, not by " + by);
        }
        ahead.updateAndGet(by::plus);
        watchers.forEach(Runnable::run);
    }

    /** Moves it forward to the instant, if that is still to come. */
    public void advanceTo(Instant instant) {
        var now = instant();
        advance(instant.isAfter(now) ? Duration.between(now, instant) : Duration.ZERO);
    }

    /** Calls the watcher after each move. */
    public void onAdvance(Runnable watcher) {
        watchers.add(watcher);
    }

    @Override
    public Instant instant() {
        return base.instant().plus(ahead.get());
    }

    @Override
    public ZoneId getZone() {
        return base.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return new VirtualClock(base.withZone(zone), ahead, watchers);
    }
}
