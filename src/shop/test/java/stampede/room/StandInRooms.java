package stampede.room;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import stampede.account.AccountId;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;

/** Waiting rooms in whatever state a test wants to see; none at first. */
public final class StandInRooms implements WaitingRooms {

    private static final int TICKETS = 1_204;
    private static final int NUMBER = 16;

    private final Map<OfferId, RoomView> rooms = new ConcurrentHashMap<>();
    /** How often somebody asked for a room. */
    public final AtomicInteger looks = new AtomicInteger();

    private static final Duration AGAIN = Duration.ofSeconds(2);

    /** Whose pass was good for something. */
    public final Queue<AccountId> used = new ConcurrentLinkedQueue<>();

    /** Whose pass was good for nothing. */
    public final Queue<AccountId> givenBack = new ConcurrentLinkedQueue<>();

    public final Queue<AccountId> busy = new ConcurrentLinkedQueue<>();

    private final Map<OfferId, RoomPlace> places = new ConcurrentHashMap<>();
    private final Set<OfferId> away = ConcurrentHashMap.newKeySet();

    /** People gather until then. */
    public void gathers(OfferId offer, Instant opensAt) {
        put(offer, opensAt, false, 0);
        places.put(
                offer,
                new RoomPlace(RoomPlace.Stage.GATHERING, NUMBER, OptionalInt.empty(), 0, Optional.empty(), AGAIN));
    }

    /** It opened by itself. */
    public void opensByItself(OfferId offer) {
        put(offer, Instant.now(), true, 0);
        change(offer, RoomMode.SERVING, OptionalInt.empty(), OptionalInt.empty(), true);
    }

    /** All units are reserved, so many of them not paid. */
    public void reserves(OfferId offer, int unpaid) {
        change(offer, RoomMode.SERVING, OptionalInt.of(0), OptionalInt.of(unpaid), false);
    }

    /** All units are sold and paid. */
    public void sells(OfferId offer) {
        end(offer, OptionalInt.of(0), OptionalInt.of(0));
    }

    /** The sale was stopped while there were units. */
    public void stops(OfferId offer) {
        end(offer, OptionalInt.of(3), OptionalInt.empty());
    }

    private void end(OfferId offer, OptionalInt left, OptionalInt unpaid) {
        change(offer, RoomMode.OVER, left, unpaid, false);
        places.put(
                offer,
                new RoomPlace(RoomPlace.Stage.OVER, NUMBER, OptionalInt.of(812), 0, Optional.empty(), Duration.ZERO));
    }

    private void change(OfferId offer, RoomMode mode, OptionalInt left, OptionalInt unpaid, boolean isUnderPressure) {
        rooms.computeIfPresent(
                offer,
                (same, room) -> new RoomView(
                        room.id(),
                        offer,
                        room.opensAt(),
                        mode,
                        room.epoch(),
                        room.waiting(),
                        isUnderPressure ? OptionalInt.of(0) : room.early(),
                        room.turn(),
                        room.perMinute(),
                        left,
                        unpaid,
                        room.commitment(),
                        room.seed(),
                        isUnderPressure));
    }

    /** Whoever has a ticket has this place. */
    public void waits(OfferId offer, int place, int ahead, int from, int to) {
        put(offer, Instant.now(), true, place - ahead);
        places.put(
                offer,
                new RoomPlace(
                        RoomPlace.Stage.WAITING,
                        NUMBER,
                        OptionalInt.of(place),
                        ahead,
                        Optional.of(new RoomPlace.Minutes(from, to, to)),
                        AGAIN));
    }

    /** It is the turn of everybody who has a ticket, and nobody can have a pass. */
    public void callsInVain(OfferId offer) {
        calls(offer);
        away.add(offer);
    }

    /** It is the turn of everybody who has a ticket. */
    public void calls(OfferId offer) {
        away.remove(offer);
        put(offer, Instant.now(), true, TICKETS);
        places.put(
                offer, new RoomPlace(RoomPlace.Stage.YOUR_TURN, NUMBER, OptionalInt.of(1), 0, Optional.empty(), AGAIN));
    }

    private void put(OfferId offer, Instant opensAt, boolean isServing, int turn) {
        var seed = RoomDrawTests.seed(offer.value());
        rooms.put(
                offer,
                new RoomView(
                        new RoomId(1),
                        offer,
                        opensAt,
                        isServing ? RoomMode.SERVING : RoomMode.GATHERING,
                        1,
                        TICKETS,
                        isServing ? OptionalInt.of(1_000) : OptionalInt.empty(),
                        turn,
                        OptionalInt.empty(),
                        OptionalInt.of(5),
                        OptionalInt.empty(),
                        RoomDraw.commitment(seed),
                        isServing ? Optional.of(seed) : Optional.empty(),
                        false));
    }

    @Override
    public Optional<RoomView> of(OfferId offer) {
        looks.incrementAndGet();
        return Optional.ofNullable(rooms.get(offer));
    }

    @Override
    public Joined join(SignedIn account, OfferId offer, String shown, Runnable door) {
        if (shown.isBlank()) {
            door.run();
        }
        return new Joined("ticket", NUMBER);
    }

    @Override
    public RoomPlace place(AccountId shopper, OfferId offer, String ticket) {
        return Optional.ofNullable(places.get(offer)).orElseThrow(() -> new RoomRefused(RoomRefusal.NO_ROOM));
    }

    @Override
    public Turn take(AccountId shopper, OfferId offer, String ticket) {
        if (away.contains(offer)) {
            throw new RoomRefused(RoomRefusal.ROOM_AWAY);
        }
        return new Turn(Optional.of("pass"), Instant.now().plusSeconds(120), ticket);
    }

    @Override
    public void check(AccountId shopper, OfferId offer, String pass) {
        var room = rooms.get(offer);
        if (room != null && !pass.equals("pass")) {
            throw new RoomRefused(room.isOver() ? RoomRefusal.ROOM_OVER : RoomRefusal.ROOM_NOT_YET);
        }
    }

    @Override
    public void use(AccountId shopper, OfferId offer, String pass) {
        if (!pass.isBlank()) {
            used.add(shopper);
        }
    }

    @Override
    public void giveBack(AccountId shopper, OfferId offer, String pass, boolean busy) {
        if (!pass.isBlank()) {
            givenBack.add(shopper);
            if (busy) {
                this.busy.add(shopper);
            }
        }
    }

    @Override
    public Optional<RoomPass> read(AccountId shopper, OfferId offer, String pass) {
        return Optional.ofNullable(rooms.get(offer))
                .filter(room -> pass.equals("pass"))
                .map(room -> new RoomPass(
                        room.id(), offer, shopper, NUMBER, Instant.now().plusSeconds(60)));
    }
}
