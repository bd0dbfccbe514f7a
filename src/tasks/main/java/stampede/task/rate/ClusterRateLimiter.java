package stampede.task.rate;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Bucket4j's buckets in Redis, opened when the first is needed. */
class ClusterRateLimiter implements SharedPermits {

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /** A bucket that was left alone for so long after it was full is forgotten; a new one is the same. */
    private static final Duration IDLE = Duration.ofMinutes(1);

    private final LettuceConnectionFactory redis;
    private @Nullable ProxyManager<byte[]> buckets;

    ClusterRateLimiter(LettuceConnectionFactory redis) {
        this.redis = redis;
    }

    @Override
    public Bucket bucket(byte[] key, BucketConfiguration configuration) {
        return open().builder().build(key, () -> configuration);
    }

    private synchronized ProxyManager<byte[]> open() {
        if (buckets == null) {
            buckets = builder(redis.getRequiredNativeClient())
                    .expirationAfterWrite(ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(IDLE))
                    .requestTimeout(PATIENCE)
                    .build();
        }
        return buckets;
    }

    private static Bucket4jLettuce.LettuceBasedProxyManagerBuilder<byte[]> builder(AbstractRedisClient client) {
        return client instanceof RedisClusterClient cluster
                ? Bucket4jLettuce.casBasedBuilder(cluster)
                : Bucket4jLettuce.casBasedBuilder((RedisClient) client);
    }
}
