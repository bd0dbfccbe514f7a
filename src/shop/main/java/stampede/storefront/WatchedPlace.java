package stampede.storefront;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stampede.catalog.OfferId;
import stampede.room.RoomId;
import stampede.room.RoomPlace;
import stampede.room.RoomView;

/**
 * A place in a waiting room for which an open page waits. After the draw it stays the same, and the room's turn comes nearer.
 *
 * @param offer whose room it is
 * @param room which of its rooms
 * @param place from 1 on
 * @param ahead how many come in before, as the page was told last
 * @param toldAt when that was
 */
record WatchedPlace(OfferId offer, RoomId room, int place, int ahead, Instant toldAt) {

    /** Nobody reads faster. That it is their turn, they hear at once. */
    private static final Duration MOST_OFTEN = Duration.ofSeconds(1);

    /** Empty if there is nothing to wait for any more. */
    static Optional<WatchedPlace> of(RoomView view, RoomPlace place, Instant now) {
        return place.stage() == RoomPlace.Stage.WAITING && place.place().isPresent()
                ? Optional.of(
                        new WatchedPlace(view.offer(), view.id(), place.place().getAsInt(), place.ahead(), now))
                : Optional.empty();
    }

    StreamEvent event() {
        return new StreamEvent("ahead", Integer.toString(ahead), false);
    }

    /** Tells the page what is new, and after {@code silence} the same again. Null when nothing follows. */
    @Nullable
    WatchedPlace update(EventStreamWatcher watcher, Optional<RoomView> view, Duration silence, Instant now) {
        var left = view.filter(same -> same.id().equals(room) && !same.isOver())
                .map(same -> same.aheadOf(place))
                .orElse(0);
        if (left == 0) {
            watcher.send(StreamEvent.SETTLED);
            return null;
        }
        if (now.isBefore(toldAt.plus(left == ahead ? silence : MOST_OFTEN))) {
            return this;
        }
        var next = new WatchedPlace(offer, room, place, left, now);
        watcher.send(next.event());
        return next;
    }
}
