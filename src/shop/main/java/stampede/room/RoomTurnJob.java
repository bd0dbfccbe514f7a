package stampede.room;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/** Lets people in, on every worker. */
@Component
@OnRole(NodeRole.WORKER)
class RoomTurnJob {

    private static final Logger log = LoggerFactory.getLogger(RoomTurnJob.class);

    /** One that opened by itself is closed when nobody has waited for so long. */
    private static final Duration EMPTY_FOR = Duration.ofSeconds(10);

    /** Units for each used pass: most who come in buy one. */
    private static final double UNITS_EACH = 0.8;

    private final RoomDirectory directory;
    private final RoomRedis redis;
    private final RoomRepository records;
    private final RoomProperties properties;
    private final RoomUnits units;
    private final Clock clock;
    private final Map<RoomId, RoomKeeper> keepers = new ConcurrentHashMap<>();
    private final Map<RoomId, RoomState> states = new ConcurrentHashMap<>();

    /** Rooms in which nobody waits, and since when. */
    private final Map<RoomId, Instant> empty = new ConcurrentHashMap<>();

    RoomTurnJob(
            RoomDirectory directory,
            RoomRedis redis,
            RoomRepository records,
            RoomProperties properties,
            RoomUnits units,
            Clock clock) {
        this.directory = directory;
        this.redis = redis;
        this.records = records;
        this.properties = properties;
        this.units = units;
        this.clock = clock;
    }

    @Scheduled(fixedDelay = 250)
    void turn() {
        var open = directory.open();
        keepers.keySet().removeIf(id -> open.stream().noneMatch(row -> row.id().equals(id)));
        states.keySet().retainAll(keepers.keySet());
        empty.keySet().retainAll(keepers.keySet());
        for (var row : open) {
            keepers.computeIfAbsent(row.id(), id -> new RoomKeeper(redis, records, clock, properties.passLife(), row))
                    .turn(pace(row))
                    .ifPresent(state -> hear(row, state));
        }
    }

    private void hear(RoomRow row, RoomState state) {
        states.put(row.id(), state);
        if (state.turn() < state.next() || directory.isEnded(row)) {
            empty.remove(row.id());
        } else if (row.isUnderPressure()
                && !clock.instant()
                        .isBefore(empty.computeIfAbsent(row.id(), id -> clock.instant())
                                .plus(EMPTY_FOR))) {
            close(row);
        }
    }

    private void close(RoomRow row) {
        try {
            if (records.close(row.id(), clock.instant())) {
                log.info("Nobody waits for offer {} any more: room {} is closed", row.offer(), row.id());
            }
        } catch (DataAccessException away) {
            log.debug("Room {} stays open for now", row.id(), away);
        }
    }

    private RoomPace pace(RoomRow row) {
        var state = states.get(row.id());
        return state == null || directory.isEnded(row)
                ? RoomPace.none()
                : RoomPace.of(properties.passesPerSecond(), units.of(row.offer()), UNITS_EACH, state);
    }
}
