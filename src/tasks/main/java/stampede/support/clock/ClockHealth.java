package stampede.support.clock;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/** The component {@code clockHealth} of health: whether the machine's clock and Redis' agree with the database's. */
final class ClockHealth implements HealthIndicator {

    /** A node with a clock that is wrong works, and somebody should look after the clock. */
    static final Status WRONG_CLOCK = new Status("WRONG_CLOCK");

    private final ClockWatch watch;

    ClockHealth(ClockWatch watch) {
        this.watch = watch;
    }

    @Override
    public Health health() {
        var health = Health.status(watch.isRight() ? Status.UP : WRONG_CLOCK)
                .withDetail("machineAheadMillis", watch.wallAhead().toMillis())
                .withDetail("comparedSecondsAgo", watch.sinceCompared().toSeconds());
        watch.redisAhead().ifPresent(ahead -> health.withDetail("redisAheadMillis", ahead.toMillis()));
        return health.build();
    }
}
