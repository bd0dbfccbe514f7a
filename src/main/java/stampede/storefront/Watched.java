package stampede.storefront;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import stampede.purchase.PurchaseProgress;
import stampede.purchase.PurchaseProgress.Queued;

/**
 * A purchase that at least one open page waits for.
 *
 * @param watchers the pages
 * @param last what they were told last
 * @param toldAt when that was
 */
record Watched(Set<Watcher> watchers, PurchaseProgress last, Instant toldAt) {

    static Watched by(Watcher watcher, PurchaseProgress progress, Instant now) {
        return new Watched(Set.of(watcher), progress, now);
    }

    Watched with(Watcher watcher) {
        return new Watched(
                Stream.concat(watchers.stream(), Stream.of(watcher)).collect(Collectors.toUnmodifiableSet()),
                last,
                toldAt);
    }

    /** Null, which takes it off the map it is in, when nobody is left. */
    @Nullable
    Watched without(Watcher watcher) {
        var others = watchers.stream().filter(other -> other != watcher).collect(Collectors.toUnmodifiableSet());
        return others.isEmpty() ? null : new Watched(others, last, toldAt);
    }

    /** Sends the pages what is new, and after {@code silence} the same again. Null when nothing follows. */
    @Nullable
    Watched update(PurchaseProgress progress, Duration silence, Instant now) {
        if (progress.equals(last) && now.isBefore(toldAt.plus(silence))) {
            return this;
        }
        watchers.forEach(watcher -> watcher.send(progress));
        return progress instanceof Queued ? new Watched(watchers, progress, now) : null;
    }
}
