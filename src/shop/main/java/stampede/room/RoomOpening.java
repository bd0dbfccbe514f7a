package stampede.room;

import com.google.common.hash.HashCode;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.catalog.Catalog;
import stampede.catalog.OfferId;
import stampede.ids.Ids;

/** Gives an offer a waiting room, as an operator decides. */
@Component
public class RoomOpening {

    private static final int SEED_BYTES = 32;

    private final RoomRepository rooms;
    private final Catalog catalog;
    private final Ids ids;
    private final AuditLog audit;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    RoomOpening(RoomRepository rooms, Catalog catalog, Ids ids, AuditLog audit, Clock clock) {
        this.rooms = rooms;
        this.catalog = catalog;
        this.ids = ids;
        this.audit = audit;
        this.clock = clock;
    }

    /** When the draw of the offer's room is; empty if it has none. */
    public Optional<Instant> drawAt(OfferId offer) {
        return rooms.of(offer).map(RoomRow::opensAt);
    }

    /**
     * Opens a room in which people gather until the sale opens. One that is there stays. Audited.
     *
     * @throws RoomRefused if there is no such offer of goods, or its sale has begun
     */
    @Transactional
    public void open(SignedIn operator, OfferId offer, String reason) {
        var window = catalog.offer(offer)
                .filter(known -> catalog.slot(known.slot())
                        .filter(slot -> !slot.isOfCoupons())
                        .isPresent())
                .orElseThrow(() -> new RoomRefused(RoomRefusal.NO_ROOM))
                .window();
        if (!clock.instant().isBefore(window.opensAt())) {
            throw new RoomRefused(RoomRefusal.ROOM_TOO_LATE);
        }
        if (rooms.of(offer).isPresent()) {
            return;
        }
        var seed = new byte[SEED_BYTES];
        random.nextBytes(seed);
        rooms.add(
                new RoomRow(
                        new RoomId(ids.next()),
                        offer,
                        HashCode.fromBytes(seed),
                        window.opensAt(),
                        0,
                        OptionalInt.empty(),
                        0,
                        0,
                        0),
                window.closesAt());
        audit.write(
                new AuditLog.Act(operator.who(), "ROOM_OPENED", "offer:" + offer, reason, ""),
                AuditLog.Change.of("", "draw at " + window.opensAt()));
    }
}
