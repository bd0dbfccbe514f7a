package stampede.support.clock;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.LongSupplier;

/**
 * The time that all nodes share: the database's, carried on between two comparisons by a timer of this machine that never
 * steps. What one node writes for others to act on is right by it, whatever the machine believes the time to be.
 *
 * <p>Each comparison says between which bounds the database's time lies. A clock within them is left alone; one outside goes to
 * the nearer bound: forward at once, back by running at half its pace, or at once if it is too far.
 */
final class ClusterClock extends Clock {

    /** What would take longer than this to run off at half the pace is a step. */
    private static final long MOST_RUN_OFF_NANOS = Duration.ofSeconds(1).toNanos();

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final LongSupplier nanoTime;
    private volatile Course course;

    /**
     * @param nanoTime as of {@link System#nanoTime}
     * @param first a comparison to begin with
     */
    ClusterClock(LongSupplier nanoTime, Comparison first) {
        this.nanoTime = nanoTime;
        this.course = new Course(first.earliestAhead() + (first.latestAhead() - first.earliestAhead()) / 2, 0, 0);
    }

    /**
     * Takes over what a comparison says.
     *
     * @return by how much it was wrong at least; below zero if it was ahead
     */
    synchronized Duration correct(Comparison comparison) {
        var ahead = course.aheadAt(nanoTime.getAsLong());
        var bounded = Math.max(comparison.earliestAhead(), Math.min(comparison.latestAhead(), ahead));
        if (bounded > ahead || ahead - bounded > MOST_RUN_OFF_NANOS) {
            course = new Course(bounded, 0, 0);
        } else if (bounded < ahead) {
            course = new Course(bounded, nanoTime.getAsLong(), ahead - bounded);
        }
        return Duration.ofNanos(bounded - ahead);
    }

    @Override
    public long millis() {
        return nanos() / NANOS_PER_MILLI;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochSecond(0, nanos());
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return new Elsewhere(this, zone);
    }

    private long nanos() {
        var now = nanoTime.getAsLong();
        return now + course.aheadAt(now);
    }

    /**
     * What a question to another clock says of how far that clock is ahead of the timer, in nanoseconds. Half a trip may have
     * taken all of it, so there are two bounds; a slow answer says little, and nothing wrong.
     *
     * @param earliestAhead if the other clock was read just before its answer came
     * @param latestAhead if it was read just after the question left
     */
    record Comparison(long earliestAhead, long latestAhead) {

        static Comparison of(long millis, long askedNanos, long answeredNanos) {
            var read = millis * NANOS_PER_MILLI;
            return new Comparison(read - answeredNanos, read + NANOS_PER_MILLI - askedNanos);
        }
    }

    /**
     * How far time is ahead of the timer: from an instant of the timer on, what is too much is run off at half the pace.
     *
     * @param ahead nanoseconds, once nothing is too much
     * @param since an instant of the timer
     * @param tooMuch nanoseconds at that instant
     */
    private record Course(long ahead, long since, long tooMuch) {

        long aheadAt(long nanoTime) {
            return tooMuch == 0 ? ahead : ahead + Math.max(0, tooMuch - Math.max(0, nanoTime - since) / 2);
        }
    }

    /** The same time in another zone. */
    private static final class Elsewhere extends Clock {

        private final Clock clock;
        private final ZoneId zone;

        Elsewhere(Clock clock, ZoneId zone) {
            this.clock = clock;
            this.zone = zone;
        }

        @Override
        public Instant instant() {
            return clock.instant();
        }

        @Override
        public ZoneId getZone() {
            return zone;
        }

        @Override
        public Clock withZone(ZoneId other) {
            return new Elsewhere(clock, other);
        }
    }
}
