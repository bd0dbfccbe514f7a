package stampede.ratelimit;

import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;
import stampede.support.CircuitBreaker;

/**
 * Counts attempts in the whole cluster, by Redis' clock. A node also counts its own, and goes by that alone while Redis is
 * away: then a guesser has as many attempts more as there are nodes, and nobody is locked out.
 *
 * <p>Nothing is stored for an attempt that is refused, so that a flood of new names and addresses leaves no more keys than the
 * attempts that were let through; each key ends by itself when its limit is full again.
 */
@Component
public class AttemptRateLimiter {

    private static final Logger log = LoggerFactory.getLogger(AttemptRateLimiter.class);

    private static final RedisScript<Long> TAKE = script("take.lua");
    private static final RedisScript<Long> GIVE_BACK = script("give-back.lua");

    /** For so long Redis is not asked again after it did not answer. */
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final StringRedisTemplate redis;
    private final LocalRateLimiter local;
    private final CircuitBreaker circuit = new CircuitBreaker(1, PAUSE);

    public AttemptRateLimiter(StringRedisTemplate redis) {
        this.redis = redis;
        this.local = new LocalRateLimiter(() -> System.nanoTime() / 1_000_000);
    }

    /**
     * Counts an attempt that is limited in several ways: in each of them, or in none.
     *
     * @return nothing if it may be made, else how long to wait
     */
    public Optional<Duration> take(List<RateLimitKey> attempts) {
        var wait = local.take(attempts);
        if (wait == 0) {
            wait = shared(TAKE, keys(attempts), arguments(attempts));
            if (wait > 0) {
                attempts.forEach(local::giveBack);
            }
        }
        return wait == 0 ? Optional.empty() : Optional.of(Duration.ofMillis(wait));
    }

    /** The attempt was none, or was made by the right person. */
    public void giveBack(RateLimitKey attempt) {
        local.giveBack(attempt);
        shared(GIVE_BACK, keys(List.of(attempt)), new Object[] {
            Long.toString(attempt.limit().every().toMillis())
        });
    }

    /** Forgets all attempts under this key. */
    public void forget(RateLimitKey attempt) {
        local.forget(attempt);
        shared(GIVE_BACK, keys(List.of(attempt)), new Object[] {Long.toString(Long.MAX_VALUE / 1_000)});
    }

    /** How many attempts under this key this node has let through and not had back, up to the burst. */
    public long spentHere(RateLimitKey attempt) {
        return local.spent(attempt);
    }

    private long shared(RedisScript<Long> script, List<String> keys, Object[] arguments) {
        if (!circuit.permits()) {
            return 0;
        }
        try {
            var answer = redis.execute(script, keys, arguments);
            circuit.recordSuccess();
            return answer == null ? 0 : answer;
        } catch (DataAccessException away) {
            circuit.recordFailure();
            log.warn("Redis does not count attempts, so this node counts its own: {}", away.getMessage());
            return 0;
        }
    }

    /** Of one length, whatever was typed, and without what was typed. */
    private static List<String> keys(List<RateLimitKey> attempts) {
        return attempts.stream()
                .map(attempt -> "attempts:{sign-in}:"
                        + Hashing.sha256()
                                .hashString(attempt.key(), StandardCharsets.UTF_8)
                                .toString()
                                .substring(0, 32))
                .toList();
    }

    private static Object[] arguments(List<RateLimitKey> attempts) {
        return attempts.stream()
                .map(RateLimitKey::limit)
                .flatMap(limit -> Stream.of(
                        Integer.toString(limit.burst()),
                        Long.toString(limit.every().toMillis())))
                .toArray();
    }

    private static RedisScript<Long> script(String file) {
        return RedisScript.of(new ClassPathResource(file, AttemptRateLimiter.class), Long.class);
    }
}
