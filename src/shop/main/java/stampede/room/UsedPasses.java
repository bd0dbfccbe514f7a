package stampede.room;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.redis.AsyncRedis;

/**
 * Counts passes that were used at this node, each once, and tells Redis, so that others are let in. What cannot be told is forgotten: a
 * pass ends by itself.
 */
@Component
class UsedPasses {

    private static final Logger log = LoggerFactory.getLogger(UsedPasses.class);
    private static final int MOST = 200_000;

    private final RoomRedis redis;
    private final RoomProperties properties;
    private final Cache<RoomPass, Boolean> seen;
    private final Map<Kind, Integer> untold = new ConcurrentHashMap<>();

    UsedPasses(RoomRedis redis, RoomProperties properties) {
        this.redis = redis;
        this.properties = properties;
        this.seen = Caffeine.newBuilder()
                .maximumSize(MOST)
                .expireAfterWrite(properties.passLife())
                .build();
    }

    void add(RoomPass pass) {
        if (seen.asMap().putIfAbsent(pass, true) == null) {
            var taken = pass.until().minus(properties.passLife()).getEpochSecond();
            untold.merge(new Kind(new Room(pass.offer(), pass.room()), taken), 1, Integer::sum);
        }
    }

    @Scheduled(fixedDelay = 250)
    void turn() {
        take().forEach((room, seconds) -> {
            try {
                AsyncRedis.await(redis.use(room.offer(), room.id(), seconds));
            } catch (DataAccessException away) {
                log.debug("Passes of room {} count as out until they end", room.id(), away);
            }
        });
    }

    private Map<Room, Map<Long, Integer>> take() {
        var taken = new HashMap<Room, Map<Long, Integer>>();
        for (var kind : List.copyOf(untold.keySet())) {
            var count = untold.remove(kind);
            if (count != null) {
                taken.computeIfAbsent(kind.room(), room -> new TreeMap<>()).merge(kind.second(), count, Integer::sum);
            }
        }
        return taken;
    }

    /** Where passes are good. */
    private record Room(OfferId offer, RoomId id) {}

    /** Passes of one room that were taken in one second. */
    private record Kind(Room room, long second) {}
}
