package stampede.catalog.cache;

import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/** The number of the catalogue's last change, in Redis, by which each node sees whether it is behind. */
@Component
class CatalogVersion {

    /** Where a change is called out; a node that misses the call sees the number. */
    static final String CHANNEL = "catalog:changes";

    private static final String KEY = "catalog:edition";

    private final StringRedisTemplate redis;

    CatalogVersion(StringRedisTemplate redis) {
        this.redis = redis;
    }

    /** Any other value than before means a change; after a loss of Redis it may be an older one. */
    String current() {
        var edition = redis.opsForValue().get(KEY);
        return edition == null ? "0" : edition;
    }

    void callOutNext() {
        var edition = redis.opsForValue().increment(KEY);
        redis.convertAndSend(CHANNEL, String.valueOf(edition));
    }
}
