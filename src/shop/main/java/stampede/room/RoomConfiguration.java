package stampede.room;

import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import stampede.redis.AsyncRedis;
import stampede.signing.SigningKeys;

@Configuration(proxyBeanMethods = false)
class RoomConfiguration {

    /** People may wait for a sale for a day, and Redis forgets what nobody cleans up. */
    private static final Duration KEPT = Duration.ofDays(2);

    @Bean
    RoomRedis roomRedis(AsyncRedis redis) {
        return new RoomRedis(redis, KEPT);
    }

    @Bean
    RoomSigner roomSigner(SigningKeys keys) {
        return new RoomSigner(keys.ofPurchases());
    }
}
