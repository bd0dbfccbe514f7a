package stampede.support.clock;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import stampede.support.JobScheduler;

/**
 * Compares the clocks each second: corrects the cluster's clock by the database's, and says so as metrics and in the log if the
 * machine's clock or Redis' is away from it. Nothing is decided by the machine's clock, so such a node goes on working.
 */
class ClockWatch implements ClockOffsets {

    private static final Logger log = LoggerFactory.getLogger(ClockWatch.class);
    private static final Duration TOLERANCE = Duration.ofSeconds(2);

    private final ClusterClock clock;
    private final DatabaseTime database;
    private final OtherClock redis;
    private final WallClock wall;
    private volatile long comparedNanos = System.nanoTime();
    private volatile @Nullable Duration redisAhead;
    private boolean wasRight = true;

    ClockWatch(ClusterClock clock, DatabaseTime database, OtherClock redis, WallClock wall, MeterRegistry meters) {
        this.clock = clock;
        this.database = database;
        this.redis = redis;
        this.wall = wall;
        Gauge.builder("stampede.clock.wall.ahead", this, watch -> seconds(watch.wallAhead()))
                .description("How far this machine's clock is ahead of the database's")
                .baseUnit("seconds")
                .register(meters);
        Gauge.builder("stampede.clock.redis.ahead", this, watch -> seconds(watch.redisAhead))
                .description("How far Redis' clock is ahead of the database's, when last asked")
                .baseUnit("seconds")
                .register(meters);
        offset(meters, "database", watch -> seconds(watch.wallAhead()));
        offset(meters, "redis", watch -> seconds(watch.wallAhead()) - seconds(watch.redisAhead));
    }

    @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.SECONDS, scheduler = JobScheduler.ENGINE)
    void turn() {
        try {
            var corrected = clock.correct(database.compare());
            comparedNanos = System.nanoTime();
            if (isTooFar(corrected)) {
                log.warn(
                        "The database's time went {} ms further than it should have; it is followed",
                        corrected.toMillis());
            }
        } catch (DataAccessException away) {
            log.debug("The clock was not compared: {}", away.getMessage());
        }
        redisAhead = askRedis().orElse(redisAhead);
        tellOnce();
    }

    private void offset(MeterRegistry meters, String server, ToDoubleFunction<ClockWatch> ahead) {
        Gauge.builder("stampede.clock.offset", this, ahead)
                .description("How far this machine's clock is ahead of the server's")
                .baseUnit("seconds")
                .tag("server", server)
                .register(meters);
    }

    /** How long ago the database was compared with. */
    Duration sinceCompared() {
        return Duration.ofNanos(System.nanoTime() - comparedNanos);
    }

    @Override
    public Optional<Duration> redisAhead() {
        return Optional.ofNullable(redisAhead);
    }

    boolean isRight() {
        return !isTooFar(wallAhead()) && !isTooFar(redisAhead);
    }

    Duration wallAhead() {
        return Duration.ofMillis(wall.millis() - clock.millis());
    }

    /** Empty if it does not answer. The middle of the trip is near enough for telling people. */
    private Optional<Duration> askRedis() {
        var asked = clock.millis();
        var time = redis.millis();
        var trip = clock.millis() - asked;
        return time.isEmpty() || trip > TOLERANCE.toMillis()
                ? Optional.empty()
                : Optional.of(Duration.ofMillis(time.getAsLong() - asked - trip / 2));
    }

    private void tellOnce() {
        var isRight = isRight();
        if (isRight != wasRight) {
            wasRight = isRight;
            log.warn(
                    "{}: this machine's clock is {} ms ahead of the database's, Redis' {} ms",
                    isRight ? "The clocks agree again" : "The clocks do not agree",
                    wallAhead().toMillis(),
                    redisAhead == null ? "?" : redisAhead.toMillis());
        }
    }

    private static boolean isTooFar(@Nullable Duration ahead) {
        return ahead != null && ahead.abs().compareTo(TOLERANCE) > 0;
    }

    private static double seconds(@Nullable Duration time) {
        return time == null ? Double.NaN : time.toMillis() / 1e3;
    }
}
