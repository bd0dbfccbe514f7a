package stampede.room;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.redis.AsyncRedis;

/** Keeps what this node knows of all rooms that are open, so that nobody who waits costs a server anything. */
@Component
class RoomWatch implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(RoomWatch.class);

    private final RoomDirectory directory;
    private final RoomRedis redis;
    private final Map<OfferId, Watched> rooms = new ConcurrentHashMap<>();

    RoomWatch(RoomDirectory directory, RoomRedis redis) {
        this.directory = directory;
        this.redis = redis;
    }

    /** Before this node takes its first request, or it would let people past a room that it does not know yet. */
    @Override
    public void afterSingletonsInstantiated() {
        directory.turn();
        register(directory.open());
    }

    Optional<Watched> of(OfferId offer) {
        return Optional.ofNullable(rooms.get(offer));
    }

    /** All rooms, in no order. */
    List<RoomView> views() {
        return rooms.values().stream().map(Watched::view).toList();
    }

    @Scheduled(fixedDelay = 250)
    void turn() {
        var open = directory.open();
        register(open);
        var asked = open.stream().map(row -> redis.look(row.offer(), row.id())).toList();
        for (int i = 0; i < asked.size(); i++) {
            var row = open.get(i);
            try {
                var state = AsyncRedis.await(asked.get(i));
                of(row.offer()).ifPresent(room -> room.hear(row, state, directory.isEnded(row)));
            } catch (DataAccessException away) {
                log.debug("Room {} is as it was", row.id(), away);
                of(row.offer()).ifPresent(room -> room.hear(row, Optional.empty(), directory.isEnded(row)));
            }
        }
    }

    /** Nobody has a place in a room before Redis was asked for it once. */
    private void register(List<RoomRow> open) {
        rooms.keySet()
                .removeIf(offer -> open.stream().noneMatch(row -> row.offer().equals(offer)));
        open.forEach(row -> rooms.compute(
                row.offer(), (offer, known) -> known == null || !known.isOf(row) ? new Watched(row) : known));
    }

    /** One room. Written by one thread, read by many. */
    static final class Watched {

        private Optional<RoomState> last = Optional.empty();
        private final RoomSpeed speed = new RoomSpeed();
        private volatile RoomView view;
        private volatile RoomDraw draw;

        Watched(RoomRow row) {
            this.draw = RoomDraw.of(row.seed(), 0);
            this.view = view(row, false);
        }

        RoomView view() {
            return view;
        }

        RoomDraw draw() {
            return draw;
        }

        private boolean isOf(RoomRow row) {
            return view.id().equals(row.id());
        }

        /**
         * @param state empty if Redis does not know the room, or does not answer: then it is as it was
         * @param isEnded whether the sale is over
         */
        private void hear(RoomRow row, Optional<RoomState> state, boolean isEnded) {
            state.ifPresent(now -> hear(row, now));
            view = view(row, isEnded);
        }

        private void hear(RoomRow row, RoomState now) {
            last = Optional.of(now);
            if (now.mode() == RoomMode.SERVING) {
                if (draw.size() != now.early()) {
                    draw = RoomDraw.of(row.seed(), now.early());
                }
                speed.add(System.nanoTime(), now.turn());
            }
        }

        private static RoomMode mode(RoomState now) {
            return now.mode() == RoomMode.SERVING && now.units().isSoldOut() ? RoomMode.OVER : now.mode();
        }

        private RoomView view(RoomRow row, boolean isEnded) {
            var serving = last.filter(now -> now.mode() == RoomMode.SERVING);
            return new RoomView(
                    row.id(),
                    row.offer(),
                    row.opensAt(),
                    isEnded ? RoomMode.OVER : last.map(Watched::mode).orElse(RoomMode.GATHERING),
                    last.map(RoomState::epoch).orElse(0L),
                    last.map(RoomState::next).orElse(0),
                    serving.map(now -> OptionalInt.of(now.early())).orElse(OptionalInt.empty()),
                    serving.map(RoomState::turn).orElse(0),
                    speed.perMinute(),
                    last.map(now -> now.units().knownLeft()).orElse(OptionalInt.empty()),
                    last.map(now -> now.units().knownUnpaid()).orElse(OptionalInt.empty()),
                    row.commitment(),
                    serving.map(now -> row.seed()),
                    row.isUnderPressure());
        }
    }
}
