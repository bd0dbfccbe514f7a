package stampede.alert;

import java.time.Duration;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/** Who tells that a server is away while the database cannot say so. */
@Component
class ToldInRedis {

    private static final Duration ONCE_IN = Duration.ofMinutes(10);

    private final StringRedisTemplate redis;

    ToldInRedis(StringRedisTemplate redis) {
        this.redis = redis;
    }

    /** Whether this node is the first of the last ten minutes. */
    Answer isFirst(String server, String node) {
        try {
            var key = "alert:told:" + AlertRule.SERVER_AWAY.id() + ":" + server;
            return Boolean.TRUE.equals(redis.opsForValue().setIfAbsent(key, node, ONCE_IN)) ? Answer.YES : Answer.NO;
        } catch (DataAccessException away) {
            return Answer.NOBODY_KNOWS;
        }
    }

    /** What Redis says. */
    enum Answer {
        YES,
        NO,
        NOBODY_KNOWS
    }
}
