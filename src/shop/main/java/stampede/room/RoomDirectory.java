package stampede.room;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import stampede.catalog.Catalog;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;

/** Which rooms there are; while the database is away, those that there were. */
@Component
class RoomDirectory {

    private static final Logger log = LoggerFactory.getLogger(RoomDirectory.class);

    /** Who waited is told that it is over, and does not find the room gone. */
    private static final Duration KEPT_AFTER_SALE = Duration.ofMinutes(10);

    private final RoomRepository rooms;
    private final Catalog catalog;
    private final Clock clock;
    private volatile List<RoomRow> open = List.of();
    private volatile Set<RoomId> ended = Set.of();

    RoomDirectory(RoomRepository rooms, Catalog catalog, Clock clock) {
        this.rooms = rooms;
        this.catalog = catalog;
        this.clock = clock;
    }

    /** Those of sales that are not over, the next first; behind them those whose sale ended within the last minutes. */
    List<RoomRow> open() {
        return open;
    }

    /** Whether the room's sale ended, was stopped or withdrawn: nobody comes in any more. */
    boolean isEnded(RoomRow room) {
        return ended.contains(room.id());
    }

    @Scheduled(fixedDelay = 1_000)
    void turn() {
        try {
            var known = rooms.open(clock.instant(), KEPT_AFTER_SALE);
            ended = known.stream()
                    .filter(room -> hasNoSale(room.offer()))
                    .map(RoomRow::id)
                    .collect(Collectors.toUnmodifiableSet());
            open = known;
        } catch (DataAccessException away) {
            log.debug("The rooms are those that there were", away);
        }
    }

    private boolean hasNoSale(OfferId id) {
        return catalog.offer(id)
                .map(offer -> offer.window().phaseAt(clock.instant()) == SaleWindow.Phase.ENDED)
                .orElseGet(() -> catalog.withdrawnFrom(id).isPresent());
    }
}
