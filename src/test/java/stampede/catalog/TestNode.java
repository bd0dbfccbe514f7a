package stampede.catalog;

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

/** Another node's catalogue, with a memory and figures of its own, that can lose its Redis. */
final class TestNode {

    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final StringRedisTemplate redis;

    final LiveIndex index;
    final Shelves shelves;
    final OnSale onSale;
    final WarmUp warmUp;
    final WarmSlots warmSlots;
    final OfferCatalog catalog;

    TestNode(
            RedisConnectionFactory connections,
            SlotRepository slots,
            OfferRepository offers,
            CatalogProperties properties,
            Clock clock) {
        redis = new StringRedisTemplate(connections);
        var metrics = new CatalogMetrics(meters);
        var warmOffers = new WarmOffers(redis);
        warmSlots = new WarmSlots(redis, warmOffers);
        var loading = new Loading(warmSlots, warmOffers, new LoadOnce(redis, properties), offers, metrics);
        shelves = new Shelves(loading, properties, metrics, new SimpleAsyncTaskExecutorBuilder());
        index = new LiveIndex(slots, offers, new Edition(redis), properties, clock);
        index.rebuild();
        onSale = new OnSale(index, shelves, properties, clock);
        warmUp = new WarmUp(index, loading, properties, clock);
        catalog = new OfferCatalog(index, onSale, shelves, metrics, properties, clock);
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
