package stampede.purchase;

import com.google.common.collect.Lists;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import stampede.redis.AsyncRedis;
import stampede.redis.LuaScript;

/**
 * Lets nodes share one limit without asking anyone per request: several times a second each tells Redis, in bulk, what it admitted of
 * those who pressed more than once, hears what others did, and takes that out of its own buckets. A node that is alone has nobody to
 * tell. Without Redis each keeps to its share among the nodes there were.
 */
@Component
class PurchaseRateSyncJob {

    private static final Logger log = LoggerFactory.getLogger(PurchaseRateSyncJob.class);

    private static final LuaScript SYNC = LuaScript.beside(PurchaseRateSyncJob.class, "sync-rates");

    private static final RedisScript<Long> HEARTBEAT =
            RedisScript.of(new ClassPathResource("node-heartbeat.lua", PurchaseRateSyncJob.class), Long.class);

    /** On several slots of a cluster, so that no server of it hears of everything. */
    private static final List<String> HASHES =
            IntStream.range(0, 16).mapToObj("rate:{limiter-%d}"::formatted).toList();

    private static final List<String> NODES = List.of("rate:{limiter}:nodes");

    private static final String KEPT_MS = "4000";

    /** Redis does nothing else while a script runs, so a call stays well below a millisecond or two. */
    private static final int KEYS_PER_CALL = 500;

    private final PurchaseRateLimiter limiter;
    private final StringRedisTemplate redis;
    private final AsyncRedis scripts;
    private final String node = UUID.randomUUID().toString().substring(0, 8);

    PurchaseRateSyncJob(PurchaseRateLimiter limiter, StringRedisTemplate redis, AsyncRedis scripts) {
        this.limiter = limiter;
        this.redis = redis;
        this.scripts = scripts;
    }

    @Scheduled(fixedDelayString = "${stampede.purchase.share-every:100ms}")
    void turn() {
        try {
            sync();
        } catch (DataAccessException noRedis) {
            limiter.forgetRepeated();
        }
    }

    void sync() {
        var others = Math.toIntExact(redis.execute(HEARTBEAT, NODES, node, KEPT_MS));
        limiter.shareAmong(others + 1);
        if (others == 0) {
            limiter.forgetRepeated();
        } else {
            syncRepeated();
        }
    }

    /** All calls leave before the first answer is waited for; a server of a cluster that is silent keeps no answer of another away. */
    private void syncRepeated() {
        limiter.takeRepeated().entrySet().stream()
                .collect(Collectors.groupingBy(entry -> hashOf(entry.getKey())))
                .entrySet()
                .stream()
                .flatMap(slot ->
                        Lists.partition(slot.getValue(), KEYS_PER_CALL).stream().map(part -> ask(slot.getKey(), part)))
                .toList()
                .forEach(this::hear);
    }

    private static String hashOf(String key) {
        return HASHES.get(Math.floorMod(key.hashCode(), HASHES.size()));
    }

    private Exchange ask(String hash, List<Map.Entry<String, Integer>> admitted) {
        var arguments = Stream.concat(
                Stream.of(node, KEPT_MS),
                admitted.stream()
                        .flatMap(entry ->
                                Stream.of(entry.getKey(), entry.getValue().toString())));
        return new Exchange(
                admitted.stream().map(Map.Entry::getKey).toList(),
                scripts.run(
                        SYNC,
                        new byte[][] {bytes(hash)},
                        arguments.map(PurchaseRateSyncJob::bytes).toArray(byte[][]::new)));
    }

    private void hear(Exchange exchange) {
        try {
            var elsewhere = AsyncRedis.await(exchange.elsewhere());
            for (int i = 0; i < elsewhere.size(); i++) {
                var count = (Long) elsewhere.get(i);
                if (count > 0) {
                    limiter.takeElsewhere(exchange.keys().get(i), count);
                }
            }
        } catch (DataAccessException silent) {
            log.debug("Some attempts were not told to the other nodes", silent);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** What was told, and what was done elsewhere, in the order of the keys. */
    private record Exchange(List<String> keys, CompletableFuture<List<Object>> elsewhere) {}
}
