package stampede.room;

import java.time.Clock;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Which rooms there are; while the database is away, those that there were. */
@Component
class RoomDirectory {

    private static final Logger log = LoggerFactory.getLogger(RoomDirectory.class);

    private final RoomRepository rooms;
    private final Clock clock;
    private volatile List<RoomRow> open = List.of();

    RoomDirectory(RoomRepository rooms, Clock clock) {
        this.rooms = rooms;
        this.clock = clock;
    }

    /** Those of sales that are not over, the next first. */
    List<RoomRow> open() {
        return open;
    }

    @Scheduled(fixedDelay = 1_000)
    void turn() {
        try {
            open = rooms.open(clock.instant());
        } catch (DataAccessException away) {
            log.debug("The rooms are those that there were", away);
        }
    }
}
