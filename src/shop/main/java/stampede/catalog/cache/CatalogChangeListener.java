package stampede.catalog.cache;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.listener.ChannelTopic;
import org.springframework.data.redis.listener.RedisMessageListenerContainer;

/** Listens for changes that other nodes call out. */
@Configuration(proxyBeanMethods = false)
class CatalogChangeListener {

    @Bean
    RedisMessageListenerContainer catalogChanges(
            RedisConnectionFactory redis, OfferIndex index, OfferCache offerCache) {
        var container = new RedisMessageListenerContainer();
        container.setConnectionFactory(redis);
        container.addMessageListener(
                (message, pattern) -> {
                    index.catchUp();
                    offerCache.refreshSlots();
                },
                new ChannelTopic(CatalogVersion.CHANNEL));
        return container;
    }
}
