package stampede.catalog.cache;

import com.github.benmanes.caffeine.cache.Cache;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import org.springframework.stereotype.Component;

/** Counts where answers came from; hits and misses of the caches themselves are {@code cache.gets}. */
@Component
class CatalogMetrics {

    private final MeterRegistry meters;
    private final Counter refusals;
    private final Counter redis;
    private final Counter database;
    private final Counter stale;

    CatalogMetrics(MeterRegistry meters) {
        this.meters = meters;
        this.refusals = Counter.builder("stampede.catalog.refusals")
                .description("Unknown ids answered from memory")
                .register(meters);
        this.redis = loads("redis");
        this.database = loads("database");
        this.stale = Counter.builder("stampede.catalog.stale")
                .description("Answers kept because Redis did not answer")
                .register(meters);
    }

    void watch(Cache<?, ?> cache, String name) {
        CaffeineCacheMetrics.monitor(meters, cache, name);
    }

    void countRefusal() {
        refusals.increment();
    }

    void countRedis() {
        redis.increment();
    }

    void countDatabase() {
        database.increment();
    }

    void countStale() {
        stale.increment();
    }

    private Counter loads(String from) {
        return Counter.builder("stampede.catalog.loads")
                .description("Slots and offers fetched because memory did not have them fresh")
                .tag("from", from)
                .register(meters);
    }
}
