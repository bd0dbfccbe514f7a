package stampede.purchase;

import com.google.common.collect.Lists;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Lets nodes share one limit without asking anyone per request: several times a second each tells Redis, in bulk, what it
 * admitted, hears what others did, and takes that out of its own buckets. A node that is alone has nobody to tell. Without
 * Redis each keeps to its share among the nodes there were.
 */
@Component
class PurchaseRateSyncJob {

    private static final RedisScript<List<Long>> SYNC = syncScript();

    private static final RedisScript<Long> HEARTBEAT =
            RedisScript.of(new ClassPathResource("node-heartbeat.lua", PurchaseRateSyncJob.class), Long.class);

    private static final List<String> HASHES = List.of("rate:{limiter}");
    private static final List<String> NODES = List.of("rate:{limiter}:nodes");

    private static final String KEPT_MS = "4000";

    /** Redis does nothing else while a script runs, so a call stays well below a millisecond or two. */
    private static final int KEYS_PER_CALL = 500;

    private final PurchaseRateLimiter limiter;
    private final StringRedisTemplate redis;
    private final String node = UUID.randomUUID().toString().substring(0, 8);

    PurchaseRateSyncJob(PurchaseRateLimiter limiter, StringRedisTemplate redis) {
        this.limiter = limiter;
        this.redis = redis;
    }

    @Scheduled(fixedDelayString = "${stampede.purchase.share-every:100ms}")
    void turn() {
        try {
            sync();
        } catch (DataAccessException noRedis) {
            limiter.forgetAdmitted();
        }
    }

    void sync() {
        var others = Math.toIntExact(redis.execute(HEARTBEAT, NODES, node, KEPT_MS));
        limiter.shareAmong(others + 1);
        if (others == 0) {
            limiter.forgetAdmitted();
        } else {
            syncAdmitted();
        }
    }

    private void syncAdmitted() {
        Lists.partition(new ArrayList<>(limiter.takeAdmitted().entrySet()), KEYS_PER_CALL)
                .forEach(this::sync);
    }

    private void sync(List<Map.Entry<String, Integer>> admitted) {
        var arguments = new ArrayList<String>(List.of(node, KEPT_MS));
        admitted.forEach(entry -> {
            arguments.add(entry.getKey());
            arguments.add(entry.getValue().toString());
        });
        var elsewhere = redis.execute(SYNC, HASHES, arguments.toArray());
        for (int i = 0; i < admitted.size(); i++) {
            if (elsewhere.get(i) > 0) {
                limiter.takeElsewhere(admitted.get(i).getKey(), elsewhere.get(i));
            }
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static RedisScript<List<Long>> syncScript() {
        return (RedisScript)
                RedisScript.of(new ClassPathResource("sync-rates.lua", PurchaseRateSyncJob.class), List.class);
    }
}
