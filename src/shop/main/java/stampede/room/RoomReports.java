package stampede.room;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;

/** What became of the waiting rooms of an offer, for everybody; also when its sale is over. */
@Component
public class RoomReports {

    private static final Duration FRESH = Duration.ofSeconds(1);
    private static final long MOST = 1_000;

    private final RoomRepository rooms;
    private final Cache<OfferId, List<RoomReport>> made =
            Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(FRESH).build();

    RoomReports(RoomRepository rooms) {
        this.rooms = rooms;
    }

    /** The last ones of an offer, the oldest first; most have none or one. As of a second or two ago while a room is open. */
    public List<RoomReport> of(OfferId offer) {
        return made.get(offer, asked -> rooms.withEnds(asked, RoomReports::report));
    }

    private static RoomReport report(RoomRow row, Instant closesAt) {
        var isDrawn = row.early().isPresent() && !row.isUnderPressure();
        return new RoomReport(
                row.id().toString(),
                row.isUnderPressure(),
                row.opensAt(),
                closesAt,
                row.next(),
                row.early().orElse(0),
                row.turn(),
                row.isUnderPressure() ? null : row.commitment().toString(),
                isDrawn ? row.seed().toString() : null);
    }
}
