package stampede.room;

import static java.time.temporal.ChronoUnit.SECONDS;

import io.github.bucket4j.TimeMeter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.ratelimit.RateLimitBuckets;
import stampede.redis.AsyncRedis;

/** Waiting rooms by what this node has in memory, and Redis for what changes. */
@Component
class RoomService implements WaitingRooms {

    /** An account may ask for a ticket or a pass so often. */
    private static final int ASK_AT_ONCE = 3;

    private static final int NO_TICKET = -1;
    private static final double SECONDS_PER_MINUTE = 60;

    private final RoomWatch watch;
    private final RoomRedis redis;
    private final RoomJoins joins;
    private final RoomSigner signer;
    private final RoomProperties properties;
    private final Clock clock;
    private final UsedPasses used;
    private final RoomMeters meters;
    private final RateLimitBuckets asking = new RateLimitBuckets(ASK_AT_ONCE, 1, TimeMeter.SYSTEM_NANOTIME);

    RoomService(
            RoomWatch watch,
            RoomRedis redis,
            RoomJoins joins,
            RoomSigner signer,
            RoomProperties properties,
            UsedPasses used,
            RoomMeters meters,
            Clock clock) {
        this.watch = watch;
        this.redis = redis;
        this.joins = joins;
        this.signer = signer;
        this.properties = properties;
        this.used = used;
        this.meters = meters;
        this.clock = clock;
    }

    @Override
    public Optional<RoomView> of(OfferId offer) {
        return watch.of(offer).map(RoomWatch.Watched::view);
    }

    @Override
    public Joined join(SignedIn account, OfferId offer, String shown, Runnable door) {
        var ticket = counted(() -> give(account, offer, shown, door));
        meters.countTicket();
        return ticket;
    }

    private Joined give(SignedIn account, OfferId offer, String shown, Runnable door) {
        var room = room(offer).view();
        if (account.role() != Role.SHOPPER) {
            throw new RoomRefused(RoomRefusal.ROOM_FOR_SHOPPERS);
        }
        if (room.isOver()) {
            throw new RoomRefused(RoomRefusal.ROOM_OVER);
        }
        limit(account.id());
        if (shown.isBlank()) {
            door.run();
        }
        var has = shown.isBlank()
                ? NO_TICKET
                : signer.ticket(shown, room.id(), offer, account.id()).number();
        var number = ask(room, account.id(), has);
        return new Joined(signer.write(ticket(room, account.id(), number)), number);
    }

    @Override
    public RoomPlace place(AccountId shopper, OfferId offer, String ticket) {
        var room = room(offer);
        var number = signer.ticket(ticket, room.view().id(), offer, shopper).number();
        if (room.view().isServing() && number >= room.view().waiting()) {
            // Redis was brought back with fewer than had come, and the turn stops at what it knows.
            var unused = joins.join(offer, room.view().id(), shopper, number);
        }
        return place(room, number);
    }

    @Override
    public Turn take(AccountId shopper, OfferId offer, String text) {
        var turn = counted(() -> turn(shopper, offer, text));
        meters.count(turn.pass().isPresent() ? RoomMeters.PassOutcome.GIVEN : RoomMeters.PassOutcome.USED_UP);
        return turn;
    }

    private Turn turn(AccountId shopper, OfferId offer, String text) {
        var room = room(offer);
        var ticket = signer.ticket(text, room.view().id(), offer, shopper);
        var stage = place(room, ticket.number()).stage();
        if (stage == RoomPlace.Stage.OVER) {
            throw new RoomRefused(RoomRefusal.ROOM_OVER);
        }
        if (stage != RoomPlace.Stage.YOUR_TURN) {
            throw new RoomRefused(RoomRefusal.ROOM_NOT_YET);
        }
        limit(shopper);
        var taken = take(room.view(), shopper, ticket.number());
        if (taken instanceof RoomTake.Gone) {
            ask(room.view(), shopper, ticket.number());
            taken = take(room.view(), shopper, ticket.number());
        }
        if (taken instanceof RoomTake.Again again) {
            return new Turn(
                    Optional.empty(), clock.instant(), signer.write(ticket(room.view(), shopper, again.number())));
        }
        if (taken instanceof RoomTake.Given given) {
            var until = Instant.ofEpochSecond(given.second()).plus(properties.passLife());
            var pass = new RoomPass(room.view().id(), offer, shopper, ticket.number(), until);
            return new Turn(Optional.of(signer.write(pass)), until, text);
        }
        throw new RoomRefused(RoomRefusal.ROOM_AWAY);
    }

    @Override
    public void check(AccountId shopper, OfferId offer, String pass) {
        var room = watch.of(offer);
        if (room.isPresent()) {
            var unused = counted(() -> pass(room.get().view(), shopper, pass));
        }
    }

    private RoomPass pass(RoomView room, AccountId shopper, String pass) {
        if (room.isOver() && read(shopper, room.offer(), pass).isEmpty()) {
            throw new RoomRefused(RoomRefusal.ROOM_OVER);
        }
        if (pass.isBlank()) {
            throw new RoomRefused(RoomRefusal.ROOM_NOT_YET);
        }
        return signer.pass(pass, room.id(), room.offer(), shopper, clock.instant());
    }

    private <T> T counted(Supplier<T> work) {
        try {
            return work.get();
        } catch (RoomRefused refused) {
            meters.countRefused(refused.reason());
            throw refused;
        }
    }

    @Override
    public void use(AccountId shopper, OfferId offer, String pass) {
        read(shopper, offer, pass).ifPresent(used::add);
    }

    @Override
    public void giveBack(AccountId shopper, OfferId offer, String pass, boolean busy) {
        read(shopper, offer, pass).ifPresent(good -> used.giveBack(good, busy));
    }

    @Override
    public Optional<RoomPass> read(AccountId shopper, OfferId offer, String pass) {
        var room = watch.of(offer);
        if (pass.isBlank() || room.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(signer.pass(pass, room.get().view().id(), offer, shopper, clock.instant()));
        } catch (RoomRefused refused) {
            return Optional.empty();
        }
    }

    private RoomWatch.Watched room(OfferId offer) {
        return watch.of(offer).orElseThrow(() -> new RoomRefused(RoomRefusal.NO_ROOM));
    }

    private RoomPlace place(RoomWatch.Watched room, int number) {
        var view = room.view();
        if (view.isOver()) {
            return over(room, number);
        }
        if (!view.isServing()) {
            var again = RoomPolling.beforeDraw(Duration.between(clock.instant(), view.opensAt()), view.waiting());
            return new RoomPlace(RoomPlace.Stage.GATHERING, number, OptionalInt.empty(), 0, Optional.empty(), again);
        }
        var place = room.draw().placeOf(number) + 1;
        var ahead = view.aheadOf(place);
        var minutes = view.perMinute().isPresent() && ahead > 0
                ? Optional.of(RoomPlace.Minutes.of(ahead, view.perMinute().getAsInt()))
                : Optional.<RoomPlace.Minutes>empty();
        var least = ahead / (SECONDS_PER_MINUTE * properties.passesPerSecond());
        return new RoomPlace(
                ahead == 0 ? RoomPlace.Stage.YOUR_TURN : RoomPlace.Stage.WAITING,
                number,
                OptionalInt.of(place),
                ahead,
                minutes,
                RoomPolling.untilTurn(minutes.map(RoomPlace.Minutes::likely).orElse(least)));
    }

    /** Who took part in the draw still hears which place it was. */
    private static RoomPlace over(RoomWatch.Watched room, int number) {
        var place =
                room.view().early().isPresent() ? OptionalInt.of(room.draw().placeOf(number) + 1) : OptionalInt.empty();
        return new RoomPlace(RoomPlace.Stage.OVER, number, place, 0, Optional.empty(), Duration.ZERO);
    }

    private RoomTicket ticket(RoomView room, AccountId shopper, int number) {
        return new RoomTicket(
                room.id(), room.offer(), shopper, number, clock.instant().truncatedTo(SECONDS));
    }

    private int ask(RoomView room, AccountId shopper, int number) {
        return answer(joins.join(room.offer(), room.id(), shopper, number))
                .orElseThrow(() -> new RoomRefused(RoomRefusal.ROOM_AWAY));
    }

    private RoomTake take(RoomView room, AccountId shopper, int number) {
        return answer(redis.take(room.offer(), room.id(), properties.passLife(), List.of(Map.entry(shopper, number))))
                .get(0);
    }

    private static <T> T answer(CompletableFuture<T> asked) {
        try {
            return AsyncRedis.await(asked);
        } catch (DataAccessException away) {
            throw new RoomRefused(RoomRefusal.ROOM_AWAY);
        }
    }

    private void limit(AccountId shopper) {
        asking.take(shopper.toString()).ifPresent(wait -> {
            throw new RoomRefused(RoomRefusal.ROOM_TOO_OFTEN);
        });
    }
}
