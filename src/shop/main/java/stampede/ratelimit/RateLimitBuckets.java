package stampede.ratelimit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.Optional;

/**
 * A token bucket for each of many, such as shoppers or addresses, in this node's memory, which is bounded.
 *
 * <p>A bucket lets through its capacity at once and then what it is refilled with, so in the worst second it admits capacity
 * plus refill.
 */
public final class RateLimitBuckets {

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

    /**
     * @param capacity tokens that a bucket holds at most, and at first
     * @param refillPerSecond tokens that come back, one by one; capacity divided by it is at most a minute
     */
    public RateLimitBuckets(int capacity, int refillPerSecond) {
        this(capacity, refillPerSecond, TimeMeter.SYSTEM_NANOTIME);
    }

    /** The same by another clock. */
    public RateLimitBuckets(int capacity, int refillPerSecond, TimeMeter time) {
        this.limit = Bandwidth.builder()
                .capacity(capacity)
                .refillGreedy(refillPerSecond, Duration.ofSeconds(1))
                .build();
        this.time = time;
    }

    /** Takes a token; without one, answers how long it takes until there is. */
    public Optional<Duration> take(String key) {
        var probe = buckets.get(key, absent -> full()).tryConsumeAndReturnRemaining(1);
        return probe.isConsumed() ? Optional.empty() : Optional.of(Duration.ofNanos(probe.getNanosToWaitForRefill()));
    }

    /** Takes no token; without one, answers how long it takes until there is. Costs next to nothing where nobody has taken any. */
    public Optional<Duration> isEmpty(String key) {
        var bucket = buckets.getIfPresent(key);
        if (bucket == null) {
            return Optional.empty();
        }
        var estimate = bucket.estimateAbilityToConsume(1);
        return estimate.canBeConsumed()
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(estimate.getNanosToWaitForRefill()));
    }

    /** Returns a token that should not have been taken. */
    public void giveBack(String key) {
        var bucket = buckets.getIfPresent(key);
        if (bucket != null) {
            bucket.addTokens(1);
        }
    }

    /** Takes tokens that other nodes have given out already; the bucket may owe some afterwards. */
    public void takeAway(String key, long tokens) {
        var bucket = buckets.getIfPresent(key);
        if (bucket != null) {
            bucket.consumeIgnoringRateLimits(tokens);
        }
    }

    private Bucket full() {
        return Bucket.builder().addLimit(limit).withCustomTimePrecision(time).build();
    }
}
