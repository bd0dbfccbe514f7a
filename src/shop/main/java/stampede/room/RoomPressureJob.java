package stampede.room;

import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;

/** Opens rooms under pressure: in the database first, then in Redis, then on this node; the others hear of it within a second or two. */
@Component
class RoomPressureJob {

    private static final Logger log = LoggerFactory.getLogger(RoomPressureJob.class);

    private final RoomPressure pressure;
    private final RoomOpening opening;
    private final RoomRepository records;
    private final RoomRedis redis;
    private final RoomDirectory directory;
    private final RoomProperties properties;
    private final Clock clock;

    RoomPressureJob(
            RoomPressure pressure,
            RoomOpening opening,
            RoomRepository records,
            RoomRedis redis,
            RoomDirectory directory,
            RoomProperties properties,
            Clock clock) {
        this.pressure = pressure;
        this.opening = opening;
        this.records = records;
        this.redis = redis;
        this.directory = directory;
        this.properties = properties;
        this.clock = clock;
    }

    @Scheduled(fixedDelay = 250)
    void turn() {
        pressure.offers().forEach(this::open);
    }

    private void open(OfferId offer) {
        try {
            opening.openUnderPressure(offer, pressure.isByDefault()).ifPresent(this::begin);
        } catch (DuplicateKeyException another) {
            log.debug("Another node opened a room for offer {}", offer);
        } catch (DataAccessException away) {
            log.debug("No room for offer {} for now", offer, away);
        }
    }

    /** Whoever presses next may wait in it, even before a worker comes by. */
    private void begin(RoomId room) {
        var row = records.find(room);
        log.info("Offer {} has more clicks than it can take: room {} is open", row.offer(), room);
        var begun = new RoomKeeper(redis, records, clock, properties.passLife(), row).turn(RoomPace.none());
        log.debug("Room {} is in Redis: {}", room, begun);
        directory.turn();
    }
}
