package stampede.storefront;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import stampede.account.AccountId;

/** Counts this node's open event streams: all of them, those of each account, and those of each network address. */
final class WatcherSeats {

    private final StorefrontProperties properties;
    private final AtomicInteger all = new AtomicInteger();

    /** Only who has one is in it, so it is no larger than two entries for each stream. */
    private final ConcurrentHashMap<String, Integer> each = new ConcurrentHashMap<>();

    WatcherSeats(StorefrontProperties properties) {
        this.properties = properties;
    }

    /** A seat that must be left once, or empty if there is none. */
    Optional<Seat> take(AccountId account, String address) {
        var seat = new Seat("account " + account, "address " + address);
        if (all.incrementAndGet() > properties.watchers()) {
            all.decrementAndGet();
            return Optional.empty();
        }
        if (!count(seat.account, properties.watchersPerAccount())) {
            all.decrementAndGet();
            return Optional.empty();
        }
        if (!count(seat.address, properties.watchersPerAddress())) {
            discount(seat.account);
            all.decrementAndGet();
            return Optional.empty();
        }
        return Optional.of(seat);
    }

    int taken() {
        return all.get();
    }

    private boolean count(String who, int most) {
        if (each.merge(who, 1, Integer::sum) <= most) {
            return true;
        }
        discount(who);
        return false;
    }

    private void discount(String who) {
        each.computeIfPresent(who, (key, count) -> count == 1 ? null : count - 1);
    }

    /** The right to one event stream. */
    final class Seat {

        private final String account;
        private final String address;
        private final AtomicBoolean left = new AtomicBoolean();

        private Seat(String account, String address) {
            this.account = account;
            this.address = address;
        }

        void leave() {
            if (left.compareAndSet(false, true)) {
                discount(account);
                discount(address);
                all.decrementAndGet();
            }
        }
    }
}
