package stampede.catalog.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.catalog.Slot;
import stampede.catalog.SlotId;

/**
 * The copies of slots in Redis. Each remembers the edition of the slot it was made from: a copy of an earlier edition counts
 * as none, so a change needs to touch one number only, and a slow writer can do no harm.
 */
@Component
class RedisSlotCache {

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> READ = script("read-slot.lua", List.class);

    private static final RedisScript<String> WRITE = script("write-slot.lua", String.class);

    private final StringRedisTemplate redis;
    private final RedisOfferCache offers;

    RedisSlotCache(StringRedisTemplate redis, RedisOfferCache offers) {
        this.redis = redis;
        this.offers = offers;
    }

    /** The copy in Redis, or empty if the slot is cold. */
    Optional<CachedSlot> read(Slot slot) {
        return read(slot, Optional.empty());
    }

    /** The copy in Redis, {@code known} itself if that is the same, or empty if the slot is cold. */
    Optional<CachedSlot> read(Slot slot, Optional<CachedSlot> known) {
        var answer = ask(slot, known.map(CachedSlot::print).orElse(""));
        return switch (answer.get(0)) {
            case "SAME" -> known;
            case "FOUND" -> found(answer.get(1), answer.subList(2, answer.size()));
            default -> Optional.empty();
        };
    }

    /** The slot's edition now, to be had before its offers are read from the database. */
    String edition(Slot slot) {
        var edition = redis.opsForValue().get(editionKey(slot.id()));
        return edition == null ? "0" : edition;
    }

    /** Makes every copy of the slot count for nothing. */
    void outdate(SlotId slot) {
        redis.opsForValue().increment(editionKey(slot));
    }

    /** Stores a copy made from an edition. Answers false if the slot has changed since. */
    boolean write(Slot slot, String edition, CachedSlot copy) {
        offers.write(copy.offers());
        var arguments = new ArrayList<String>();
        arguments.add(edition);
        arguments.add(copy.print());
        arguments.add(Long.toString(RedisOfferCache.expiryOf(slot.window()).toEpochMilli()));
        copy.offers().forEach(offer -> arguments.add(offer.id().toString()));
        return "STORED".equals(redis.execute(WRITE, keys(slot), arguments.toArray()));
    }

    private List<String> ask(Slot slot, String print) {
        var answer = redis.execute(READ, keys(slot), print);
        return answer == null
                ? List.of("COLD")
                : ((List<?>) answer).stream().map(String::valueOf).toList();
    }

    private Optional<CachedSlot> found(String print, List<String> ids) {
        return offers.readAll(ids.stream().map(OfferId::of).toList()).map(copies -> CachedSlot.of(print, copies));
    }

    private static List<String> keys(Slot slot) {
        return List.of(key(slot.id()), key(slot.id()) + ":offers", editionKey(slot.id()));
    }

    private static String editionKey(SlotId slot) {
        return key(slot) + ":edition";
    }

    /** The braces keep what belongs to one slot on one node of a Redis cluster. */
    private static String key(SlotId slot) {
        return "catalog:slot:{" + slot + "}";
    }

    private static <T> RedisScript<T> script(String file, Class<T> answer) {
        return RedisScript.of(new ClassPathResource(file, RedisSlotCache.class), answer);
    }
}
