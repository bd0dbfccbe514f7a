package stampede.catalog.cache;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.collect.Lists;
import io.lettuce.core.ScriptOutputType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;
import stampede.redis.AsyncRedis;

/** The copies of offers in Redis, one hash each, and of the certainty that there is no such offer. */
@Component
class RedisOfferCache {

    private static final String ABSENT = "absent";
    private static final Duration ABSENT_FOR = Duration.ofSeconds(30);
    private static final Duration KEPT_AFTER_CLOSING = Duration.ofDays(2);
    private static final int PER_TRIP = 500;
    private static final byte[] WRITE = script("write-offer.lua");

    private final StringRedisTemplate redis;
    private final AsyncRedis trips;

    /** @param trips for many at once */
    RedisOfferCache(StringRedisTemplate redis, AsyncRedis trips) {
        this.redis = redis;
        this.trips = trips;
    }

    /** What Redis knows of an offer: nothing (empty), that there is none, or the offer. */
    Optional<Looked> read(OfferId id) {
        var fields = redis.<String, String>opsForHash().entries(key(id));
        if (fields.containsKey(ABSENT)) {
            return Optional.of(new Looked(Optional.empty()));
        }
        return OfferHashFields.isReadable(fields)
                ? Optional.of(new Looked(Optional.of(OfferHashFields.read(fields))))
                : Optional.empty();
    }

    /** The offers, if Redis has each of them. */
    Optional<List<Offer>> readAll(List<OfferId> ids) {
        var offers = new ArrayList<Offer>(ids.size());
        for (var some : Lists.partition(ids, PER_TRIP)) {
            for (var fields : fieldsOf(some)) {
                if (!OfferHashFields.isReadable(fields)) {
                    return Optional.empty();
                }
                offers.add(OfferHashFields.read(fields));
            }
        }
        return Optional.of(offers);
    }

    void write(Collection<Offer> offers) {
        for (var some : Lists.partition(List.copyOf(offers), PER_TRIP)) {
            AsyncRedis.awaitAll(some.stream()
                    .map(offer -> trips.send(commands -> commands.<byte[]>eval(
                            WRITE, ScriptOutputType.VALUE, new byte[][] {bytes(key(offer.id()))}, arguments(offer))))
                    .toList());
        }
    }

    void writeAbsent(OfferId id) {
        redis.opsForHash().put(key(id), ABSENT, "1");
        redis.expire(key(id), ABSENT_FOR);
    }

    private List<Map<String, String>> fieldsOf(List<OfferId> ids) {
        return AsyncRedis.awaitAll(ids.stream()
                        .map(id -> trips.send(commands -> commands.hgetall(bytes(key(id)))))
                        .toList())
                .stream()
                .map(fields -> fields.entrySet().stream()
                        .collect(Collectors.toMap(entry -> text(entry.getKey()), entry -> text(entry.getValue()))))
                .toList();
    }

    private static byte[][] arguments(Offer offer) {
        var texts = new ArrayList<String>();
        texts.add(Long.toString(offer.version()));
        texts.add(Long.toString(expiryOf(offer.window()).toEpochMilli()));
        OfferHashFields.of(offer).forEach((field, value) -> {
            texts.add(field);
            texts.add(value);
        });
        return texts.stream().map(RedisOfferCache::bytes).toArray(byte[][]::new);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, UTF_8);
    }

    /** Yesterday's slots can still be looked at. */
    static Instant expiryOf(SaleWindow window) {
        return window.closesAt().plus(KEPT_AFTER_CLOSING);
    }

    private static String key(OfferId id) {
        return "catalog:offer:{" + id + "}";
    }

    private static byte[] script(String file) {
        try {
            return new ClassPathResource(file, RedisOfferCache.class).getContentAsByteArray();
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    /**
     * What was found out about an offer.
     *
     * @param offer the offer, or empty if there is none
     */
    record Looked(Optional<Offer> offer) {}
}
