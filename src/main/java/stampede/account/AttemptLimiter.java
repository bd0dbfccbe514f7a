package stampede.account;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.github.bucket4j.Bucket;
import java.time.Duration;

/** Counts attempts of each of many in memory, and refuses who tries too often. */
final class AttemptLimiter {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int REMEMBERED = 100_000;

    private final LoadingCache<String, Bucket> buckets;

    AttemptLimiter(int perMinute) {
        this.buckets = Caffeine.newBuilder()
                .maximumSize(REMEMBERED)
                .expireAfterAccess(MINUTE)
                .build(who -> Bucket.builder()
                        .addLimit(limit -> limit.capacity(perMinute).refillGreedy(perMinute, MINUTE))
                        .build());
    }

    /** @throws AccountRefused if this one has no attempt left now; it says when there will be one */
    void admit(String who) {
        var attempt = buckets.get(who).tryConsumeAndReturnRemaining(1);
        if (!attempt.isConsumed()) {
            throw new AccountRefused(
                    AccountRefusal.TOO_MANY_ATTEMPTS, Duration.ofNanos(attempt.getNanosToWaitForRefill()));
        }
    }

    void forget(String who) {
        buckets.invalidate(who);
    }
}
