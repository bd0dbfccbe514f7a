package stampede.ratelimit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/** What this node has let through, in memory; the same rule as take.lua. A flood pushes out what was used least. */
final class LocalRateLimiter {

    private static final int REMEMBERED = 100_000;
    private static final Duration IDLE = Duration.ofHours(1);

    private final LongSupplier clock;

    /** When each limit will be full again, in milliseconds. */
    private final Cache<String, Long> full =
            Caffeine.newBuilder().maximumSize(REMEMBERED).expireAfterWrite(IDLE).build();

    LocalRateLimiter(LongSupplier clock) {
        this.clock = clock;
    }

    /** Counts an attempt and answers 0, or answers how many milliseconds to wait. */
    synchronized long take(List<RateLimitKey> attempts) {
        var now = clock.getAsLong();
        var wait = attempts.stream()
                .mapToLong(attempt -> full(attempt, now)
                        - (attempt.limit().burst() - 1)
                                * attempt.limit().every().toMillis()
                        - now)
                .max()
                .orElse(0);
        if (wait > 0) {
            return wait;
        }
        for (var attempt : attempts) {
            full.put(attempt.key(), full(attempt, now) + attempt.limit().every().toMillis());
        }
        return 0;
    }

    synchronized void giveBack(RateLimitKey attempt) {
        full.asMap()
                .computeIfPresent(
                        attempt.key(), (key, at) -> at - attempt.limit().every().toMillis());
    }

    void forget(RateLimitKey attempt) {
        full.invalidate(attempt.key());
    }

    long spent(RateLimitKey attempt) {
        var now = clock.getAsLong();
        var every = attempt.limit().every().toMillis();
        return (full(attempt, now) - now + every - 1) / every;
    }

    private long full(RateLimitKey attempt, long now) {
        var at = full.getIfPresent(attempt.key());
        return at == null ? now : Math.max(now, at);
    }
}
