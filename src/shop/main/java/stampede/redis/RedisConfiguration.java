package stampede.redis;

import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** How Redis is asked. Of connections that break nothing of a broken answer is kept, and they are back soon after Redis is. */
@Configuration(proxyBeanMethods = false)
class RedisConfiguration {

    private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(2);

    /** Lettuce would wait for up to half a minute between two tries. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    /** For what is not the counter's; answers may take as long as {@code spring.data.redis.timeout} says. */
    @Bean
    AsyncRedis asyncRedis(RedisConnectionFactory connections, DataRedisProperties properties) {
        return new AsyncRedis(
                connections, Optional.ofNullable(properties.getTimeout()).orElse(USUAL_TIMEOUT));
    }

    @Bean
    ClientResourcesBuilderCustomizer brokenConnections() {
        return resources -> resources
                .reconnectDelay(Delay.fullJitter(Duration.ofMillis(20), LONGEST_PAUSE, 20, TimeUnit.MILLISECONDS))
                .nettyCustomizer(new NettyCustomizer() {
                    @Override
                    public void afterChannelInitialized(Channel channel) {
                        channel.pipeline().addFirst(new FailOnDisconnectHandler());
                    }
                });
    }
}
