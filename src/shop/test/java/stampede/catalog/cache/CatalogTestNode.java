package stampede.catalog.cache;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import org.springframework.boot.task.SimpleAsyncTaskExecutorBuilder;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import stampede.catalog.CatalogProperties;
import stampede.catalog.store.OfferRepository;
import stampede.catalog.store.SlotRepository;
import stampede.redis.AsyncRedis;
import stampede.setting.Settings;

/** Another node's catalogue, with a memory and figures of its own, that can lose its Redis. */
final class CatalogTestNode {

    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final StringRedisTemplate redis;

    final OfferIndex index;
    final OfferCache shelves;
    final OffersOnSale onSale;
    final SlotCacheWarmUp warmUp;
    final RedisSlotCache warmSlots;
    final CachedCatalog catalog;

    CatalogTestNode(
            RedisConnectionFactory connections,
            SlotRepository slots,
            OfferRepository offers,
            CatalogProperties properties,
            CatalogCacheProperties cacheProperties,
            Clock clock) {
        redis = new StringRedisTemplate(connections);
        var metrics = new CatalogMetrics(meters);
        var warmOffers = new RedisOfferCache(redis, new AsyncRedis(connections, Duration.ofSeconds(2)));
        warmSlots = new RedisSlotCache(redis, warmOffers);
        var loading = new OfferLoader(
                warmSlots, warmOffers, new SingleLoader(redis, cacheProperties), offers, metrics, properties, clock);
        shelves = new OfferCache(loading, cacheProperties, metrics, new SimpleAsyncTaskExecutorBuilder());
        index = new OfferIndex(slots, offers, new CatalogVersion(redis), properties, cacheProperties, clock);
        index.rebuild();
        var lead = new WarmUpLead(properties, new Settings());
        onSale = new OffersOnSale(index, shelves, lead, clock);
        warmUp = new SlotCacheWarmUp(index, loading, lead, clock);
        catalog = new CachedCatalog(index, onSale, shelves, metrics, properties, clock);
    }

    /** From now on nobody listens where this node looks for Redis. */
    void loseRedis() {
        var nobody = new LettuceConnectionFactory(
                new RedisStandaloneConfiguration("127.0.0.1", 1),
                LettuceClientConfiguration.builder()
                        .commandTimeout(Duration.ofMillis(200))
                        .build());
        nobody.afterPropertiesSet();
        nobody.start();
        redis.setConnectionFactory(nobody);
    }

    long loadsFrom(String where) {
        return (long) meters.get("stampede.catalog.loads")
                .tag("from", where)
                .counter()
                .count();
    }

    long refusals() {
        return (long) meters.get("stampede.catalog.refusals").counter().count();
    }

    long countStale() {
        return (long) meters.get("stampede.catalog.stale").counter().count();
    }
}
