package stampede.room;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Lists;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.redis.AsyncRedis;

/**
 * Counts passes with which something was bought at this node, each once, and tells Redis, so that others are let in; and those with which
 * there was nothing to buy, so that they are not taken for used up, and how often that was because the shop was busy. What cannot be told is forgotten: a pass ends by itself.
 */
@Component
class UsedPasses {

    private static final Logger log = LoggerFactory.getLogger(UsedPasses.class);
    private static final int MOST = 200_000;
    private static final int MOST_PER_CALL = 500;

    private final RoomRedis redis;
    private final RoomProperties properties;
    private final RoomMeters meters;
    private final Cache<RoomPass, Boolean> seen;
    private final Map<Kind, Integer> untold = new ConcurrentHashMap<>();
    private final Map<Room, Integer> untoldBusy = new ConcurrentHashMap<>();
    private final Cache<RoomPass, Boolean> givenBack;
    private final Queue<RoomPass> untoldBack = new ConcurrentLinkedQueue<>();

    UsedPasses(RoomRedis redis, RoomProperties properties, RoomMeters meters) {
        this.meters = meters;
        this.redis = redis;
        this.properties = properties;
        this.seen = passes(properties);
        this.givenBack = passes(properties);
    }

    private static Cache<RoomPass, Boolean> passes(RoomProperties properties) {
        return Caffeine.newBuilder()
                .maximumSize(MOST)
                .expireAfterWrite(properties.passLife())
                .build();
    }

    void add(RoomPass pass) {
        if (seen.asMap().putIfAbsent(pass, true) == null) {
            meters.count(RoomMeters.PassOutcome.USED);
            untold.merge(new Kind(Room.of(pass), secondOf(pass)), 1, Integer::sum);
        }
    }

    void giveBack(RoomPass pass, boolean busy) {
        if (busy) {
            untoldBusy.merge(Room.of(pass), 1, Integer::sum);
        }
        if (givenBack.asMap().putIfAbsent(pass, true) == null) {
            meters.count(RoomMeters.PassOutcome.GIVEN_BACK);
            untoldBack.add(pass);
        }
    }

    private long secondOf(RoomPass pass) {
        return pass.until().minus(properties.passLife()).getEpochSecond();
    }

    @Scheduled(fixedDelay = 250)
    void turn() {
        var used = take();
        untoldBusy.keySet().forEach(room -> used.computeIfAbsent(room, busy -> new TreeMap<>()));
        used.forEach((room, seconds) -> {
            var busy = untoldBusy.remove(room);
            try {
                AsyncRedis.await(redis.use(room.offer(), room.id(), seconds, busy == null ? 0 : busy));
            } catch (DataAccessException away) {
                log.debug("Passes of room {} count as out until they end", room.id(), away);
            }
        });
        takeBack().forEach((room, passes) -> {
            try {
                for (var part : Lists.partition(List.copyOf(passes.entrySet()), MOST_PER_CALL)) {
                    AsyncRedis.await(redis.giveBack(room.offer(), room.id(), ImmutableMap.copyOf(part)));
                }
            } catch (DataAccessException away) {
                log.debug("Some passes of room {} count as used up", room.id(), away);
            }
        });
    }

    private Map<Room, Map<RoomPass, Long>> takeBack() {
        var taken = new HashMap<Room, Map<RoomPass, Long>>();
        for (var pass = untoldBack.poll(); pass != null; pass = untoldBack.poll()) {
            taken.computeIfAbsent(Room.of(pass), room -> new HashMap<>()).put(pass, secondOf(pass));
        }
        return taken;
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
    private record Room(OfferId offer, RoomId id) {

        static Room of(RoomPass pass) {
            return new Room(pass.offer(), pass.room());
        }
    }

    /** Passes of one room that were taken in one second. */
    private record Kind(Room room, long second) {}
}
