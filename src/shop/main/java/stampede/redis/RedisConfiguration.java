package stampede.redis;

import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What happens to connections to Redis that break: nothing of a broken answer is kept, and they are back soon after Redis is. */
@Configuration(proxyBeanMethods = false)
class RedisConfiguration {

    /** Lettuce would wait for up to half a minute between two tries. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

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
