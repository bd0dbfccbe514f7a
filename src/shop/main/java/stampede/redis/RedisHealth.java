package stampede.redis;

import java.time.Duration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/**
 * The component {@code redis} of health: whether Redis takes writes. One that is full, cannot save or is a replica answers {@code INFO},
 * with which Spring Boot's own is content, and refuses every reservation.
 */
@Component("redisHealthIndicator")
class RedisHealth implements HealthIndicator {

    private static final String KEY = "health";
    private static final Duration KEPT = Duration.ofMinutes(1);

    private final StringRedisTemplate redis;

    RedisHealth(StringRedisTemplate redis) {
        this.redis = redis;
    }

    @Override
    public Health health() {
        try {
            redis.opsForValue().set(KEY, "", KEPT);
            return Health.up().build();
        } catch (DataAccessException failure) {
            return Health.down()
                    .withDetail(
                            "reason",
                            String.valueOf(failure.getMostSpecificCause().getMessage()))
                    .build();
        }
    }
}
