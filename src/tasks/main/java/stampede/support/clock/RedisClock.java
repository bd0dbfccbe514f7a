package stampede.support.clock;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Asks Redis for the time. */
final class RedisClock implements OtherClock {

    private final ObjectProvider<RedisConnectionFactory> redis;

    RedisClock(ObjectProvider<RedisConnectionFactory> redis) {
        this.redis = redis;
    }

    @Override
    public OptionalLong millis() {
        var connections = redis.getIfAvailable();
        if (connections == null) {
            return OptionalLong.empty();
        }
        try (var connection = connections.getConnection()) {
            var time = connection.serverCommands().time(TimeUnit.MILLISECONDS);
            return time == null ? OptionalLong.empty() : OptionalLong.of(time);
        } catch (DataAccessException away) {
            return OptionalLong.empty();
        }
    }
}
