package stampede.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How an alert goes on: it fires when it has been bad for long enough, and is resolved when it has been good for a while, so that what
 * comes and goes is one alert. What is not known is neither: it makes nothing fire and nothing resolved.
 *
 * @param state how far it is
 * @param startedAt since when it is bad
 * @param badAt when it was last not known to be good
 */
record AlertCourse(AlertState state, Instant startedAt, Instant badAt) {

    /** It is bad, and was not before. */
    static AlertCourse begin(Instant now, Duration lasts) {
        return new AlertCourse(AlertState.PENDING, now, now).bad(now, lasts);
    }

    /** It is bad still. */
    AlertCourse bad(Instant now, Duration lasts) {
        var fires = state == AlertState.FIRING || !now.isBefore(startedAt.plus(lasts));
        return new AlertCourse(fires ? AlertState.FIRING : AlertState.PENDING, startedAt, now);
    }

    /** It is good; empty if it never fired, and so was nothing. */
    Optional<AlertCourse> good(Instant now, Duration resolveAfter) {
        if (state == AlertState.PENDING) {
            return Optional.empty();
        }
        var resolved = !now.isBefore(badAt.plus(resolveAfter));
        return Optional.of(resolved ? new AlertCourse(AlertState.RESOLVED, startedAt, badAt) : this);
    }

    /** Nobody looked before that, and what nobody looked at does not count as good. */
    AlertCourse watched(Instant since) {
        return since.isAfter(badAt) ? new AlertCourse(state, startedAt, since) : this;
    }

    /** Nobody knows. The time in which nothing was known does not count as good. */
    AlertCourse unknown(Instant now) {
        return new AlertCourse(state, startedAt, now);
    }
}
