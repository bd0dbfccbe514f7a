package stampede.pulse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;

import io.lettuce.core.Range;
import io.lettuce.core.Range.Boundary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;
import stampede.pulse.PulseLine.OfferMinute;
import stampede.redis.AsyncRedis;

/**
 * What all nodes counted, in Redis: a hash for each offer and minute, the minutes that are not in the database yet, and the nodes. All
 * times are epoch seconds by the clock of the cluster.
 */
@Component
public class PulseStore {

    private static final Duration KEPT = Duration.ofHours(26);

    /** A node that has not told anything for so long has gone. */
    private static final long GONE_S = 4;

    /** As long as a live page looks back. */
    private static final long NODES_KEPT_S = 600;

    private static final String EPOCH = "pulse:epoch";
    private static final String NODES = "pulse:nodes";
    private static final String OPEN = "pulse:open";

    private final StringRedisTemplate redis;
    private final AsyncRedis trips;

    /** @param trips for many at once */
    PulseStore(StringRedisTemplate redis, AsyncRedis trips) {
        this.redis = redis;
        this.trips = trips;
    }

    /**
     * Writes these, in one trip; writing them again changes nothing.
     *
     * @return what names this memory of Redis: another one than last time means that it forgot
     * @throws org.springframework.dao.DataAccessException if Redis did not do all of it, or nobody knows
     */
    String write(String node, long now, Collection<PulseLine> lines) {
        var epoch = trips.send(commands -> commands.get(bytes(EPOCH)));
        var written = new ArrayList<CompletableFuture<?>>();
        written.add(trips.send(commands -> commands.zadd(bytes(NODES), (double) now, bytes(node))));
        written.add(trips.send(commands -> commands.zremrangebyscore(
                bytes(NODES), Range.from(Boundary.unbounded(), Boundary.including((double) now - NODES_KEPT_S)))));
        lines.stream()
                .collect(groupingBy(PulseLine::minute, LinkedHashMap::new, toList()))
                .forEach((minute, some) -> {
                    var fields = new IdentityHashMap<byte[], byte[]>();
                    some.forEach(line -> fields.put(bytes(line.field()), bytes(line.text())));
                    written.add(trips.send(commands -> commands.hset(bytes(minute.key()), fields)));
                    written.add(trips.send(commands -> commands.pexpire(bytes(minute.key()), KEPT.toMillis())));
                    written.add(
                            trips.send(commands -> commands.zadd(bytes(OPEN), (double) now, bytes(minute.member()))));
                });
        written.forEach(AsyncRedis::await);
        return Optional.ofNullable(AsyncRedis.await(epoch))
                .map(PulseStore::text)
                .orElseGet(this::begin);
    }

    private String begin() {
        redis.opsForValue().setIfAbsent(EPOCH, UUID.randomUUID().toString());
        return Objects.requireNonNullElse(redis.opsForValue().get(EPOCH), "");
    }

    /** A node that stops does not wait until the others miss it. */
    void leave(String node) {
        redis.opsForZSet().remove(NODES, node);
    }

    /** The nodes that told something in the last seconds. */
    public Set<String> nodes(long now) {
        var found = redis.opsForZSet().rangeByScore(NODES, (double) now - GONE_S, Double.POSITIVE_INFINITY);
        return found == null ? Set.of() : new TreeSet<>(found);
    }

    /** When nodes were last heard that died in the last ten minutes; one that was stopped in order is not among them. */
    public List<Long> deaths(long now) {
        var found = redis.opsForZSet()
                .rangeByScoreWithScores(NODES, (double) now - NODES_KEPT_S, (double) now - GONE_S - 1);
        return found == null
                ? List.of()
                : found.stream()
                        .map(one -> Objects.requireNonNull(one.getScore()).longValue())
                        .toList();
    }

    /** Minutes of which something was written and which are not in the database yet, the oldest first, if nothing came since. */
    List<Open> open(long notSince, int most) {
        var found =
                redis.opsForZSet().rangeByScoreWithScores(OPEN, Double.NEGATIVE_INFINITY, (double) notSince, 0, most);
        return found == null
                ? List.of()
                : found.stream()
                        .map(one -> new Open(
                                OfferMinute.of(Objects.requireNonNull(one.getValue())),
                                Objects.requireNonNull(one.getScore())))
                        .toList();
    }

    /** It is in the database, unless something came meanwhile. */
    void close(Open open) {
        var score = redis.opsForZSet().score(OPEN, open.minute().member());
        if (score != null && score.equals(open.score())) {
            redis.opsForZSet().remove(OPEN, open.minute().member());
        }
    }

    /** All that is known of these minutes, in one trip and in their order. */
    List<MinuteCounts> read(Collection<OfferMinute> minutes) {
        return AsyncRedis.awaitAll(minutes.stream()
                        .map(minute -> trips.send(commands -> commands.hgetall(bytes(minute.key()))))
                        .toList())
                .stream()
                .map(fields -> MinuteCounts.of(fields.entrySet().stream()
                        .collect(toMap(entry -> text(entry.getKey()), entry -> text(entry.getValue())))))
                .toList();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, UTF_8);
    }

    /** @param score when something was written to it last */
    record Open(OfferMinute minute, double score) {}
}
