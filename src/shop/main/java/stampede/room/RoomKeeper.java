package stampede.room;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import stampede.redis.AsyncRedis;

/**
 * Keeps one room going: lets people in, writes down how far it is, and brings it back when Redis has forgotten it. Every worker may have
 * one, as the script lets one of them move at a time and the database has the last word on draw and epoch.
 */
final class RoomKeeper {

    private static final Logger log = LoggerFactory.getLogger(RoomKeeper.class);
    private static final Duration BETWEEN_CHECKPOINTS = Duration.ofSeconds(1);

    private final RoomRedis redis;
    private final RoomRecords records;
    private final Clock clock;
    private final Duration passLife;
    private RoomRow row;
    private Instant nextCheckpoint;

    RoomKeeper(RoomRedis redis, RoomRecords records, Clock clock, Duration passLife, RoomRow row) {
        this.redis = redis;
        this.records = records;
        this.clock = clock;
        this.passLife = passLife;
        this.row = row;
        this.nextCheckpoint = clock.instant();
    }

    /**
     * Moves the room on.
     *
     * @return as it is now; empty while Redis does not know it or does not answer, or while the database does not take its draw
     */
    Optional<RoomState> turn(RoomPace pace) {
        try {
            var state = AsyncRedis.await(
                    redis.move(row.offer(), row.id(), pace, row.early().orElse(-1), passLife));
            if (state.isEmpty()) {
                bringBack();
            } else if (state.get().mode() == RoomMode.DRAWN) {
                records.recordDraw(row.id(), state.get().early());
                row = records.find(row.id());
            } else {
                checkpoint(state.get());
            }
            return state;
        } catch (DataAccessException away) {
            log.debug("Room {} stands still", row.id(), away);
            return Optional.empty();
        }
    }

    /**
     * A room that was drawn is brought back with the draw that the database has; one that was not is drawn again. Whoever has not heard that
     * another keeper has begun an epoch may have looked before that one brought it back, and looks again.
     */
    private void bringBack() {
        var isMine = records.beginEpoch(row.id(), row.epoch());
        row = records.find(row.id());
        if (isMine) {
            AsyncRedis.await(redis.open(row));
        }
    }

    /** While the database is away the room goes on: how far it is stands in Redis. */
    private void checkpoint(RoomState state) {
        if (clock.instant().isBefore(nextCheckpoint)) {
            return;
        }
        nextCheckpoint = clock.instant().plus(BETWEEN_CHECKPOINTS);
        try {
            records.checkpoint(row.id(), state.epoch(), state.next(), state.turn());
        } catch (DataAccessException away) {
            log.debug("How far room {} is was not written down", row.id(), away);
        }
    }
}
