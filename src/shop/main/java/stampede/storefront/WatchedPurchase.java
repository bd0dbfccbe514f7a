package stampede.storefront;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import stampede.purchase.PurchaseProgress;
import stampede.purchase.PurchaseProgress.Reserved;

/**
 * A purchase that at least one open page waits for.
 *
 * @param watchers the pages
 * @param last what they were told last
 * @param toldAt when that was
 */
record WatchedPurchase(Set<EventStreamWatcher> watchers, PurchaseProgress last, Instant toldAt) {

    static WatchedPurchase by(EventStreamWatcher watcher, PurchaseProgress progress, Instant now) {
        return new WatchedPurchase(Set.of(watcher), progress, now);
    }

    WatchedPurchase with(EventStreamWatcher watcher) {
        return new WatchedPurchase(
                Stream.concat(watchers.stream(), Stream.of(watcher)).collect(Collectors.toUnmodifiableSet()),
                last,
                toldAt);
    }

    /** Null, which takes it off the map it is in, when nobody is left. */
    @Nullable
    WatchedPurchase without(EventStreamWatcher watcher) {
        var others = watchers.stream().filter(other -> other != watcher).collect(Collectors.toUnmodifiableSet());
        return others.isEmpty() ? null : new WatchedPurchase(others, last, toldAt);
    }

    /** Sends the pages what is new, and after {@code silence} the same again. Null when nothing follows. */
    @Nullable
    WatchedPurchase update(PurchaseProgress progress, Duration silence, Instant now) {
        if (progress.equals(last) && now.isBefore(toldAt.plus(silence))) {
            return this;
        }
        watchers.forEach(watcher -> watcher.send(event(progress)));
        return progress instanceof Reserved ? new WatchedPurchase(watchers, progress, now) : null;
    }

    /** The place while there is one, and then that it is over. */
    static StreamEvent event(PurchaseProgress progress) {
        return progress instanceof Reserved reserved
                ? new StreamEvent(
                        "queued", reserved.place().map(String::valueOf).orElse(""), false)
                : StreamEvent.SETTLED;
    }
}
