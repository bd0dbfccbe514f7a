package stampede.counter;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.springframework.data.redis.core.StringRedisTemplate;
import stampede.catalog.OfferId;

/** What somebody with a line to Redis can do to the keys of an offer past the scripts. */
public enum CounterSpoil {
    STATE_DELETED("state", Redis::delete),
    SHOPPERS_DELETED("shoppers", Redis::delete),
    RESERVATIONS_DELETED("reservations", Redis::delete),
    PENDING_DELETED("pending", Redis::delete),
    KEYS_DELETED("keys", Redis::delete),
    RELEASED_DELETED("released", Redis::delete),
    MOVES_DELETED("moves", Redis::delete),

    STATE_OF_THE_WRONG_TYPE("state", Redis::overwrite),
    SHOPPERS_OF_THE_WRONG_TYPE("shoppers", Redis::overwrite),
    RESERVATIONS_OF_THE_WRONG_TYPE("reservations", Redis::overwrite),
    PENDING_OF_THE_WRONG_TYPE("pending", Redis::overwrite),
    KEYS_OF_THE_WRONG_TYPE("keys", Redis::overwrite),
    RELEASED_OF_THE_WRONG_TYPE("released", Redis::overwrite),
    MOVES_OF_THE_WRONG_TYPE("moves", Redis::overwrite),

    LEFT_CHANGED("state", redis -> redis.template().opsForHash().increment(redis.key(), "left", 3)),
    LEFT_REMOVED("state", redis -> redis.template().opsForHash().delete(redis.key(), "left")),
    LEFT_NO_NUMBER("state", redis -> redis.put("left", "many")),
    TOTAL_CHANGED("state", redis -> redis.template().opsForHash().increment(redis.key(), "total", 5)),
    VERSION_FROM_THE_FUTURE("state", redis -> redis.put("version", "1000000")),
    EPOCH_FROM_THE_FUTURE("state", redis -> redis.put("epoch", "1000000000")),
    EPOCH_NO_NUMBER("state", redis -> redis.put("epoch", "x")),
    GATE_UNHEARD_OF("state", redis -> redis.put("gate", "AJAR")),
    GATE_CLOSED("state", redis -> redis.put("gate", "CLOSED")),
    LIMIT_CHANGED("state", redis -> redis.put("limit", "0")),
    WINDOW_CHANGED("state", redis -> redis.put("closes", "1")),
    COUNT_OF_MOVES_NO_NUMBER("state", redis -> redis.put("moves", "1.5")),
    SHOPPERS_COUNTED_WRONGLY("shoppers", redis -> redis.each((key, shopper) -> redis.put(shopper, "77"))),
    SHOPPERS_NO_NUMBER("shoppers", redis -> redis.each((key, shopper) -> redis.put(shopper, "two"))),
    RESERVATION_REMOVED(
            "reservations",
            redis -> redis.each((key, name) -> redis.template().opsForHash().delete(key, name))),
    RESERVATION_UNREADABLE("reservations", redis -> redis.each((key, name) -> redis.put(name, "P|?"))),
    PENDING_EMPTIED("pending", redis -> redis.template().opsForZSet().removeRange(redis.key(), 0, -1)),
    PENDING_WITH_NONSENSE("pending", redis -> redis.template().opsForZSet().add(redis.key(), "nonsense", 0)),
    MOVES_WITH_NONSENSE("moves", redis -> redis.template().opsForList().rightPush(redis.key(), "nonsense"));

    private final String part;

    /** A function of what it is given, without a state. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final Deed deed;

    CounterSpoil(String part, Deed deed) {
        this.part = part;
        this.deed = deed;
    }

    /** Does it. */
    public void happen(StringRedisTemplate redis, OfferId offer) {
        deed.happen(new Redis(redis, "stock:{" + offer + "}:" + part));
    }

    /** Whether it deletes a key. */
    public boolean deletes() {
        return name().endsWith("_DELETED");
    }

    /** One that deletes a key, or one that does not. */
    public static CounterSpoil random(RandomGenerator chance, boolean deletes) {
        var some = List.of(values()).stream()
                .filter(spoil -> spoil.deletes() == deletes)
                .toList();
        return some.get(chance.nextInt(some.size()));
    }

    private interface Deed {

        void happen(Redis redis);
    }

    /** A key under attack. */
    private record Redis(StringRedisTemplate template, String key) {

        void delete() {
            template.delete(key);
        }

        void overwrite() {
            template.opsForValue().set(key, "something else");
        }

        void put(String field, String value) {
            template.opsForHash().put(key, field, value);
        }

        void each(FieldDeed deed) {
            Map<Object, Object> fields = template.opsForHash().entries(key);
            Collection<Object> names = fields.keySet();
            names.forEach(name -> deed.happen(key, name.toString()));
        }
    }

    private interface FieldDeed {

        void happen(String key, String field);
    }
}
