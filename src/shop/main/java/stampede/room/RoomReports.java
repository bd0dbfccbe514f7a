package stampede.room;

import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;

/** What became of the waiting rooms of an offer, for everybody; also when its sale is over. */
@Component
public class RoomReports {

    private final RoomRepository rooms;

    RoomReports(RoomRepository rooms) {
        this.rooms = rooms;
    }

    /** The last ones of an offer, the oldest first; most have none or one. As of a second ago while a room is open. */
    public List<RoomReport> of(OfferId offer) {
        return rooms.withEnds(offer, RoomReports::report);
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
                row.isUnderPressure() ? null : RoomDraw.commitment(row.seed()).toString(),
                isDrawn ? row.seed().toString() : null);
    }
}
