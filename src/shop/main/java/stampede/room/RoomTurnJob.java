package stampede.room;

import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import stampede.counter.LiveStock;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/** Lets people in, on every worker. */
@Component
@OnRole(NodeRole.WORKER)
class RoomTurnJob {

    /** Units for each used pass: most who come in buy one. */
    private static final double UNITS_EACH = 0.8;

    private final RoomDirectory directory;
    private final RoomRedis redis;
    private final RoomRepository records;
    private final RoomProperties properties;
    private final LiveStock stock;
    private final Clock clock;
    private final Map<RoomId, RoomKeeper> keepers = new ConcurrentHashMap<>();
    private final Map<RoomId, RoomState> states = new ConcurrentHashMap<>();

    RoomTurnJob(
            RoomDirectory directory,
            RoomRedis redis,
            RoomRepository records,
            RoomProperties properties,
            LiveStock stock,
            Clock clock) {
        this.directory = directory;
        this.redis = redis;
        this.records = records;
        this.properties = properties;
        this.stock = stock;
        this.clock = clock;
    }

    @Scheduled(fixedDelay = 250)
    void turn() {
        var open = directory.open();
        keepers.keySet().removeIf(id -> open.stream().noneMatch(row -> row.id().equals(id)));
        states.keySet().retainAll(keepers.keySet());
        for (var row : open) {
            keepers.computeIfAbsent(row.id(), id -> new RoomKeeper(redis, records, clock, properties.passLife(), row))
                    .turn(pace(row))
                    .ifPresent(state -> states.put(row.id(), state));
        }
    }

    private RoomPace pace(RoomRow row) {
        var state = states.get(row.id());
        return state == null
                ? RoomPace.none()
                : RoomPace.of(
                        properties.passesPerSecond(), stock.of(row.offer()).left(), UNITS_EACH, state);
    }
}
