package stampede.purchase;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.Optional;

/**
 * A token bucket for each shopper, or each address, in this node's memory.
 *
 * <p>A bucket lets through its capacity at once and then what it is refilled with, so in the worst second it admits capacity
 * plus refill. For "never more than five in any second" these are three and two.
 */
class Buckets {

    private static final long MOST = 200_000;

    /** By then every bucket without debt is full again, so a new one is the same. */
    private static final Duration IDLE = Duration.ofMinutes(1);

    private final Cache<String, Bucket> buckets = Caffeine.newBuilder()
            .maximumSize(MOST)
            .expireAfterAccess(IDLE)
            .executor(Runnable::run)
            .build();

    private final Bandwidth limit;
    private final TimeMeter time;

    Buckets(int perSecond, TimeMeter time) {
        var capacity = Math.max(1, perSecond * 3 / 5);
        this.limit = Bandwidth.builder()
                .capacity(capacity)
                .refillGreedy(perSecond - capacity, Duration.ofSeconds(1))
                .build();
        this.time = time;
    }

    /** Takes a token; without one, answers how long it takes until there is. */
    Optional<Duration> take(String key) {
        var probe = buckets.get(key, absent -> full()).tryConsumeAndReturnRemaining(1);
        return probe.isConsumed() ? Optional.empty() : Optional.of(Duration.ofNanos(probe.getNanosToWaitForRefill()));
    }

    void giveBack(String key) {
        var bucket = buckets.getIfPresent(key);
        if (bucket != null) {
            bucket.addTokens(1);
        }
    }

    /** Takes tokens that other nodes have given out already; the bucket may owe some afterwards. */
    void takeAway(String key, long tokens) {
        var bucket = buckets.getIfPresent(key);
        if (bucket != null) {
            bucket.consumeIgnoringRateLimits(tokens);
        }
    }

    private Bucket full() {
        return Bucket.builder().addLimit(limit).withCustomTimePrecision(time).build();
    }
}
