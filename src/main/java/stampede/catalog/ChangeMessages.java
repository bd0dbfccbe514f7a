package stampede.catalog;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.listener.ChannelTopic;
import org.springframework.data.redis.listener.RedisMessageListenerContainer;

/** Listens for changes that other nodes call out. */
@Configuration(proxyBeanMethods = false)
class ChangeMessages {

    @Bean
    RedisMessageListenerContainer catalogChanges(RedisConnectionFactory redis, LiveIndex index, Shelves shelves) {
        var container = new RedisMessageListenerContainer();
        container.setConnectionFactory(redis);
        container.addMessageListener(
                (message, pattern) -> {
                    index.catchUp();
                    shelves.refreshSlots();
                },
                new ChannelTopic(Edition.CHANNEL));
        return container;
    }
}
