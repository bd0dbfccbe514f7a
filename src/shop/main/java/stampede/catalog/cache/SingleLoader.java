package stampede.catalog.cache;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/**
 * Lets one node of all load a cold thing from the database, by a short lease in Redis. The others look for what it brings;
 * when it does not come in time, because that node died, they load for themselves.
 */
@Component
class SingleLoader {

    private static final RedisScript<Long> END =
            RedisScript.of(new ClassPathResource("end-lease.lua", SingleLoader.class), Long.class);
    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final StringRedisTemplate redis;
    private final Duration patience;

    SingleLoader(StringRedisTemplate redis, CatalogCacheProperties properties) {
        this.redis = redis;
        this.patience = properties.loadPatience();
    }

    /**
     * What {@code warm} finds, or what {@code load} brings.
     *
     * @param name of the thing that is loaded
     * @param warm looks whether it is there by now
     * @param load fetches it from the database and stores it where {@code warm} looks
     */
    <T> T get(String name, Supplier<Optional<T>> warm, Supplier<T> load) {
        var until = System.nanoTime() + patience.toNanos();
        do {
            var found = warm.get();
            if (found.isPresent()) {
                return found.get();
            }
            var holder = UUID.randomUUID().toString();
            if (take(name, holder)) {
                return loadAndEnd(name, holder, warm, load);
            }
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        } while (System.nanoTime() < until);
        return load.get();
    }

    /** Looks once more, because another node may have finished between the look and the lease. */
    private <T> T loadAndEnd(String name, String holder, Supplier<Optional<T>> warm, Supplier<T> load) {
        try {
            return warm.get().orElseGet(load);
        } finally {
            redis.execute(END, List.of(key(name)), holder);
        }
    }

    private boolean take(String name, String holder) {
        return Boolean.TRUE.equals(redis.opsForValue().setIfAbsent(key(name), holder, patience));
    }

    private static String key(String name) {
        return "catalog:lease:{" + name + "}";
    }
}
