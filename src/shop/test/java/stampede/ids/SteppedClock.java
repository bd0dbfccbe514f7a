package stampede.ids;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until somebody steps it, forwards or back. */
public final class SteppedClock extends Clock {

    private final AtomicLong nowMillis;

    public SteppedClock(Instant start) {
        this.nowMillis = new AtomicLong(start.toEpochMilli());
    }

    public void step(Duration by) {
        nowMillis.addAndGet(by.toMillis());
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(nowMillis.get());
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return Clock.fixed(instant(), zone);
    }
}
