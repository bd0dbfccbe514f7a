package stampede.purchase;

import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.TokensInheritanceStrategy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.catalog.Offer;
import stampede.counter.LiveStock;
import stampede.counter.StockView;
import stampede.order.OrderDetail;
import stampede.pressure.OfferPressure;
import stampede.room.RoomRefused;
import stampede.room.WaitingRooms;
import stampede.setting.Setting;
import stampede.setting.SettingDeclaration;
import stampede.setting.Settings;

/**
 * Turns away, from memory, who has no pass where there is a waiting room, and who cannot get anything: too early, too late, paused,
 * sold out. Near a sale's ends it lets through to Redis, whose clock decides.
 *
 * <p>A client that repeats a click whose answer it did not get is owed that answer, even when all is sold out. This node
 * remembers the clicks that it answered itself; for those of other nodes, and from before a restart, a few clicks each second
 * may pass to Redis, which knows every key. That costs the same however large the storm.
 */
@Component
class SaleGuard {

    private final WaitingRooms rooms;
    private final OfferPressure pressure;
    private final CrowdGuard crowd;
    private final LiveStock stock;
    private final Clock clock;
    private final PurchaseProperties properties;
    private final Setting<Integer> lookupsPerSecond;
    private final Bucket lookups;

    SaleGuard(
            WaitingRooms rooms,
            OfferPressure pressure,
            CrowdGuard crowd,
            LiveStock stock,
            Clock clock,
            PurchaseProperties properties,
            Settings settings) {
        this.rooms = rooms;
        this.pressure = pressure;
        this.crowd = crowd;
        this.stock = stock;
        this.clock = clock;
        this.properties = properties;
        this.lookupsPerSecond = settings.declare(SettingDeclaration.whole(
                "purchase.lookups-per-second", properties, PurchaseProperties::lookupsPerSecond, 1, 10_000));
        this.lookups = Bucket.builder().addLimit(limit()).build();
        lookupsPerSecond.onChange(changed -> changeLimit());
    }

    private Bandwidth limit() {
        var perSecond = lookupsPerSecond.value();
        return Bandwidth.builder()
                .capacity(perSecond)
                .refillGreedy(perSecond, Duration.ofSeconds(1))
                .build();
    }

    /** The same bucket goes on, as full as it was. */
    private void changeLimit() {
        lookups.replaceConfiguration(
                BucketConfiguration.builder().addLimit(limit()).build(), TokensInheritanceStrategy.PROPORTIONALLY);
    }

    /**
     * Lets through to Redis.
     *
     * @throws PurchaseRefused if it is not the shopper's turn, the waiting room is over, it is known here that Redis would say no, or a proof is wanted
     */
    void admit(PurchaseRequest request, Offer offer) {
        pressure.count(offer.id());
        checkPass(request, offer);
        var now = clock.instant();
        var opensAt = offer.window().opensAt();
        if (now.isBefore(opensAt.minus(properties.clockTolerance()))) {
            throw new PurchaseRefused(PurchaseRefusal.NOT_OPEN_YET, Duration.between(now, opensAt));
        }
        var refusal = refusal(offer, now);
        if (refusal.isPresent() && !mayLookUp(offer, now)) {
            throw new PurchaseRefused(refusal.get());
        }
        checkProof(request);
    }

    /**
     * Last, so that nobody works for what cannot be had. Who has a pass brought a proof to the door of the room; bots of a rehearsal are no
     * crowd that could be slowed, for they show what the shop can take.
     */
    private void checkProof(PurchaseRequest request) {
        if (!request.offer().isShadow() && rooms.of(request.offer()).isEmpty()) {
            crowd.check(request.account().id(), request.offer(), request.proof());
        }
    }

    /** Something was bought. */
    void usePass(PurchaseRequest request) {
        rooms.use(request.account().id(), request.offer(), request.pass());
    }

    /** There was nothing to buy: whoever has the pass keeps their turn. While the shop is busy fewer are let in. */
    void giveBackPass(PurchaseRequest request, PurchaseRefusal why) {
        rooms.giveBack(request.account().id(), request.offer(), request.pass(), why == PurchaseRefusal.BUSY);
    }

    /** The ticket with which the shopper came in; empty if the offer has no waiting room. */
    Optional<OrderDetail.Ticket> ticket(PurchaseRequest request) {
        return rooms.read(request.account().id(), request.offer(), request.pass())
                .map(pass -> new OrderDetail.Ticket(pass.room().value(), pass.number()));
    }

    private void checkPass(PurchaseRequest request, Offer offer) {
        try {
            rooms.check(request.account().id(), request.offer(), request.pass());
        } catch (RoomRefused refused) {
            throw new PurchaseRefused(
                    switch (refused.reason()) {
                        case ROOM_NOT_YET -> PurchaseRefusal.WAITING_ROOM;
                        case ROOM_TURN_OVER -> PurchaseRefusal.TURN_OVER;
                        case ROOM_OVER -> isOver(offer) ? PurchaseRefusal.ENDED : PurchaseRefusal.SOLD_OUT;
                        default -> PurchaseRefusal.BAD_PASS;
                    });
        }
    }

    boolean isOver(Offer offer) {
        return !clock.instant().isBefore(offer.window().closesAt());
    }

    private Optional<PurchaseRefusal> refusal(Offer offer, Instant now) {
        if (!now.isBefore(offer.window().closesAt().plus(properties.clockTolerance()))) {
            return Optional.of(PurchaseRefusal.ENDED);
        }
        return refusal(stock.of(offer.id()));
    }

    private static Optional<PurchaseRefusal> refusal(StockView view) {
        return switch (view.gate()) {
            case PAUSED -> Optional.of(PurchaseRefusal.PAUSED);
            case CLOSED -> Optional.of(PurchaseRefusal.ENDED);
            case OPEN -> view.soldOut() ? Optional.of(PurchaseRefusal.SOLD_OUT) : Optional.empty();
            case COLD, WARMING -> Optional.empty();
        };
    }

    /** Whether Redis may be asked, once, what became of a click that is refused here: it may be a repeated one. */
    boolean mayLookUp(Offer offer) {
        return mayLookUp(offer, clock.instant());
    }

    private boolean mayLookUp(Offer offer, Instant now) {
        return now.isBefore(offer.window().closesAt().plus(properties.lookupsAfterEnd())) && lookups.tryConsume(1);
    }
}
