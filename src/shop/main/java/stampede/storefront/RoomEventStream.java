package stampede.storefront;

import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.room.RoomPlace;
import stampede.room.RoomView;
import stampede.room.WaitingRooms;

/**
 * Tells open pages of waiting rooms how many come in before, and that it is their turn. However many are open on this node, each room is
 * looked at once for all of them, in memory, a few times a second.
 */
@Component
public class RoomEventStream {

    /** Who has more before them asks now and then: it is a while until they need to know at once. */
    private static final int NEAR = 2_000;

    private final WaitingRooms rooms;
    private final EventStreamLimiter seats;
    private final StorefrontProperties properties;
    private final Executor executor;
    private final Clock clock;
    private final Map<EventStreamWatcher, WatchedPlace> watched = new ConcurrentHashMap<>();

    RoomEventStream(
            WaitingRooms rooms,
            EventStreamLimiter seats,
            StorefrontProperties properties,
            @Qualifier("applicationTaskExecutor") Executor executor,
            Clock clock) {
        this.rooms = rooms;
        this.seats = seats;
        this.properties = properties;
        this.executor = executor;
        this.clock = clock;
    }

    /** Whether somebody with this place may have a stream: their turn is near, or come. */
    public static boolean isNear(RoomPlace place) {
        return (place.stage() == RoomPlace.Stage.WAITING || place.stage() == RoomPlace.Stage.YOUR_TURN)
                && place.ahead() <= NEAR;
    }

    /**
     * A connection that tells how many come in before, until it is their turn, or the room is no more.
     *
     * @param address the network address that it counts for
     * @param place one that {@link #isNear} is true of
     * @return empty if there are too many connections: here, of this account, or of this address
     */
    public Optional<SseEmitter> watch(AccountId account, String address, OfferId offer, RoomPlace place) {
        return seats.take(account, address).map(seat -> watch(seat, offer, place));
    }

    int openStreams() {
        return watched.size();
    }

    @Scheduled(fixedDelayString = "${stampede.storefront.look-every:300ms}")
    void look() {
        var views = new HashMap<OfferId, Optional<RoomView>>();
        watched.forEach((watcher, place) -> {
            var view = views.computeIfAbsent(place.offer(), rooms::of);
            watched.computeIfPresent(
                    watcher, (same, before) -> before.update(watcher, view, properties.heartbeat(), clock.instant()));
        });
    }

    /** A node that stops lets its pages go at once: they ask again, of another node, and the stop need not wait for them. */
    @EventListener(ContextClosedEvent.class)
    void completeAll() {
        watched.keySet().forEach(EventStreamWatcher::complete);
    }

    private SseEmitter watch(EventStreamLimiter.Seat seat, OfferId offer, RoomPlace place) {
        var emitter = new SseEmitter(properties.watchFor().toMillis());
        var watcher = new EventStreamWatcher(emitter, executor);
        emitter.onTimeout(emitter::complete);
        emitter.onCompletion(() -> leave(watcher, seat));
        emitter.onError(failure -> leave(watcher, seat));
        var first = rooms.of(offer).flatMap(room -> WatchedPlace.of(room, place, clock.instant()));
        first.ifPresent(near -> watched.put(watcher, near));
        watcher.send(first.map(WatchedPlace::event).orElse(StreamEvent.SETTLED));
        return emitter;
    }

    private void leave(EventStreamWatcher watcher, EventStreamLimiter.Seat seat) {
        if (watcher.markLeft()) {
            seat.leave();
            watched.remove(watcher);
        }
    }
}
