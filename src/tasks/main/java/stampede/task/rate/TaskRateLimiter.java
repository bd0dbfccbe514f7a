package stampede.task.rate;

import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stampede.support.CircuitBreaker;
import stampede.task.handler.TaskRate;
import stampede.task.spi.QueueNames;

/**
 * Keeps tasks to their rate in the whole cluster. Each task takes a place in time, now or later; places are fetched from Redis a few at
 * a time. While Redis is away, each node keeps to the limit by itself.
 */
class TaskRateLimiter {

    private static final Logger log = LoggerFactory.getLogger(TaskRateLimiter.class);
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);

    private final Optional<SharedPermits> shared;
    private final QueueNames names;
    private final Map<String, RatePermits> places = new ConcurrentHashMap<>();
    private final Map<String, Bucket> own = new ConcurrentHashMap<>();
    private final AtomicBoolean alone = new AtomicBoolean();
    private final CircuitBreaker redis = new CircuitBreaker(1, BETWEEN_TRIES);

    TaskRateLimiter(Optional<SharedPermits> shared, QueueNames names) {
        this.shared = shared;
        this.names = names;
    }

    /** Takes the next place of this task and answers how long it is until then; zero for now. */
    Duration untilNextPlace(String task, TaskRate limit) {
        return places.computeIfAbsent(task, any -> new RatePermits(limit, count -> reserve(task, limit, count)))
                .next();
    }

    /** Reserves places at the end of the line and answers how many nanoseconds it is until the last of them. */
    private long reserve(String task, TaskRate limit, long count) {
        if (shared.isEmpty()) {
            if (alone.compareAndSet(false, true)) {
                log.warn("There is no Redis: each node keeps to rate limits by itself, first to that of {}", task);
            }
            return reserveHere(task, limit, count);
        }
        if (!redis.permits()) {
            return reserveHere(task, limit, count);
        }
        try {
            var wait =
                    shared.get().bucket(key(task, limit), configuration(limit)).consumeIgnoringRateLimits(count);
            redis.recordSuccess();
            return wait;
        } catch (RuntimeException unavailable) {
            if (redis.recordFailure() == 1) {
                log.warn("Redis is away; this node keeps to the rate limits by itself: {}", unavailable.toString());
            }
            return reserveHere(task, limit, count);
        }
    }

    private long reserveHere(String task, TaskRate limit, long count) {
        return own.computeIfAbsent(
                        task, any -> Bucket.builder().addLimit(bandwidth(limit)).build())
                .consumeIgnoringRateLimits(count);
    }

    /** A changed limit begins a new line. */
    private byte[] key(String task, TaskRate limit) {
        return "%s:rate:{%s}:%d/%s"
                .formatted(names.prefix(), task, limit.times(), limit.period())
                .getBytes(StandardCharsets.UTF_8);
    }

    private static BucketConfiguration configuration(TaskRate limit) {
        return BucketConfiguration.builder().addLimit(bandwidth(limit)).build();
    }

    private static Bandwidth bandwidth(TaskRate limit) {
        return Bandwidth.builder()
                .capacity(limit.burst())
                .refillGreedy(limit.times(), limit.period())
                .build();
    }
}
