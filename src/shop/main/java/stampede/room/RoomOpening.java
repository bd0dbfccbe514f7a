package stampede.room;

import com.google.common.hash.HashCode;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;
import stampede.ids.Ids;

/** Gives an offer a waiting room: as an operator decides, or under pressure. */
@Component
public class RoomOpening {

    /** Rooms of sales that are not over. Every node looks at each of them four times a second. */
    static final int MOST_OPEN = 200;

    private static final Logger log = LoggerFactory.getLogger(RoomOpening.class);
    private static final String OPENED = "ROOM_OPENED";
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
     * @throws RoomRefused if there is no such offer of goods, its sale has begun, or there are too many rooms
     */
    @Transactional
    public void open(SignedIn operator, OfferId offer, String reason) {
        var window = windowOf(offer).orElseThrow(() -> new RoomRefused(RoomRefusal.NO_ROOM));
        if (!clock.instant().isBefore(window.opensAt())) {
            throw new RoomRefused(RoomRefusal.ROOM_TOO_LATE);
        }
        if (rooms.of(offer).isPresent()) {
            return;
        }
        if (isFull()) {
            throw new RoomRefused(RoomRefusal.ROOM_TOO_MANY);
        }
        rooms.choose(offer, RoomPolicy.ALWAYS);
        rooms.add(row(offer, window.opensAt(), OptionalInt.empty()), window.closesAt());
        audit.write(
                new AuditLog.Act(operator.who(), OPENED, "offer:" + offer, reason, ""),
                AuditLog.Change.of("", "draw at " + window.opensAt()));
    }

    /**
     * Chooses that a room opens only under pressure, or never; the latter closes one that opened under pressure. Audited.
     *
     * @throws RoomRefused if there is no such offer of goods, or people wait in a room that an operator opened
     */
    @Transactional
    public void choose(SignedIn operator, OfferId offer, RoomPolicy policy, String reason) {
        if (windowOf(offer).isEmpty()) {
            throw new RoomRefused(RoomRefusal.NO_ROOM);
        }
        var open = rooms.of(offer);
        if (open.filter(room -> !room.isUnderPressure()).isPresent()) {
            throw new RoomRefused(RoomRefusal.ROOM_STAYS);
        }
        var before = rooms.policyOf(offer).map(RoomPolicy::name).orElse("");
        rooms.choose(offer, policy);
        if (policy == RoomPolicy.NEVER) {
            open.ifPresent(room -> rooms.close(room.id(), clock.instant()));
        }
        audit.write(
                new AuditLog.Act(operator.who(), "ROOM_CHOSEN", "offer:" + offer, reason, ""),
                AuditLog.Change.of(before, policy));
    }

    /**
     * Opens a room without a draw while the sale runs, unless there is one or the offer is to have none. Audited.
     *
     * @param byDefault whether one opens if nobody chose anything for the offer
     * @return the room; empty if none was opened
     */
    @Transactional
    public Optional<RoomId> openUnderPressure(OfferId offer, boolean byDefault) {
        var now = clock.instant();
        var window = windowOf(offer).filter(sale -> sale.phaseAt(now) == SaleWindow.Phase.OPEN);
        var isWanted = rooms.policyOf(offer)
                .map(policy -> policy == RoomPolicy.UNDER_PRESSURE)
                .orElse(byDefault);
        if (window.isEmpty() || !isWanted || rooms.of(offer).isPresent()) {
            return Optional.empty();
        }
        if (isFull()) {
            log.warn("Offer {} has more clicks than it can take, but {} waiting rooms are open", offer, MOST_OPEN);
            return Optional.empty();
        }
        var room = row(offer, now, OptionalInt.of(0));
        rooms.add(room, window.get().closesAt());
        audit.write(
                new AuditLog.Act("system:pressure", OPENED, "offer:" + offer),
                AuditLog.Change.of("", "in the order of arrival"));
        return Optional.of(room.id());
    }

    private boolean isFull() {
        return rooms.countOpen(clock.instant()) >= MOST_OPEN;
    }

    private Optional<SaleWindow> windowOf(OfferId offer) {
        return catalog.offer(offer)
                .filter(known -> catalog.slot(known.slot())
                        .filter(slot -> !slot.isOfCoupons())
                        .isPresent())
                .map(Offer::window);
    }

    private RoomRow row(OfferId offer, Instant opensAt, OptionalInt early) {
        var seed = new byte[SEED_BYTES];
        random.nextBytes(seed);
        return RoomRow.opening(new RoomId(ids.next()), offer, HashCode.fromBytes(seed), opensAt, early);
    }
}
