package stampede.storefront;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.setting.Setting;
import stampede.setting.SettingDeclaration;
import stampede.setting.Settings;

/** Counts this node's open event streams, whatever they tell: all of them, those of each account, and those of each network address. */
@Component
class EventStreamLimiter {

    private final Setting<Integer> most;
    private final Setting<Integer> mostOfAccount;
    private final Setting<Integer> mostOfAddress;
    private final AtomicInteger all = new AtomicInteger();

    /** At most two entries for each open stream: the account and the address. */
    private final ConcurrentHashMap<String, Integer> each = new ConcurrentHashMap<>();

    EventStreamLimiter(StorefrontProperties properties, Settings settings) {
        this.most = settings.declare(SettingDeclaration.whole(
                "storefront.watchers", properties, StorefrontProperties::watchers, 1, 100_000));
        this.mostOfAccount = settings.declare(SettingDeclaration.whole(
                "storefront.watchers-per-account", properties, StorefrontProperties::watchersPerAccount, 1, 100));
        this.mostOfAddress = settings.declare(SettingDeclaration.whole(
                "storefront.watchers-per-address", properties, StorefrontProperties::watchersPerAddress, 1, 100_000));
    }

    /** A seat, to be left once; empty if there are too many streams. */
    Optional<Seat> take(AccountId account, String address) {
        var seat = new Seat("account " + account, "address " + address);
        if (all.incrementAndGet() > most.value()) {
            all.decrementAndGet();
            return Optional.empty();
        }
        if (!increment(seat.account, mostOfAccount.value())) {
            all.decrementAndGet();
            return Optional.empty();
        }
        if (!increment(seat.address, mostOfAddress.value())) {
            decrement(seat.account);
            all.decrementAndGet();
            return Optional.empty();
        }
        return Optional.of(seat);
    }

    int size() {
        return all.get();
    }

    private boolean increment(String who, int most) {
        if (each.merge(who, 1, Integer::sum) <= most) {
            return true;
        }
        decrement(who);
        return false;
    }

    private void decrement(String who) {
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
                decrement(account);
                decrement(address);
                all.decrementAndGet();
            }
        }
    }
}
