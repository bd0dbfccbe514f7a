package stampede.purchase;

import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.Map;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.ratelimit.ClientAddress;
import stampede.ratelimit.RateLimitBuckets;
import stampede.setting.Setting;
import stampede.setting.SettingDeclaration;
import stampede.setting.Settings;

/**
 * Keeps shoppers, and the addresses they come from, to so many attempts a second. Decides in memory; {@link PurchaseRateSyncJob} tells
 * it of other nodes and how many there are.
 *
 * <p>A node hears of the others too late for a burst that comes to all of them at once, so they share what may come at once:
 * {@link Share}. It hears of a shopper there only who presses again here, so somebody who presses on several nodes may have one attempt
 * more in a second for each node after the first.
 */
@Component
class PurchaseRateLimiter {

    private final Setting<Integer> perSecond;
    private final Setting<Integer> perSecondAndAddress;
    private final TimeMeter time;
    private volatile Limits limits;

    /** What the other nodes have to hear of. */
    private final RepeatedAttempts repeated;

    @Autowired
    PurchaseRateLimiter(PurchaseRateLimitProperties properties, Settings settings) {
        this(properties, settings, TimeMeter.SYSTEM_NANOTIME);
    }

    PurchaseRateLimiter(PurchaseRateLimitProperties properties, Settings settings, TimeMeter time) {
        this.perSecond = settings.declare(SettingDeclaration.whole(
                        "purchase.attempts-per-second",
                        properties,
                        PurchaseRateLimitProperties::attemptsPerSecond,
                        2,
                        1_000)
                .risky());
        this.perSecondAndAddress = settings.declare(SettingDeclaration.whole(
                        "purchase.attempts-per-second-per-address",
                        properties,
                        PurchaseRateLimitProperties::attemptsPerSecondPerAddress,
                        2,
                        100_000)
                .risky());
        this.time = time;
        this.repeated = new RepeatedAttempts(time);
        this.limits = limitsAmong(1);
        perSecond.onChange(changed -> beginAnew());
        perSecondAndAddress.onChange(changed -> beginAnew());
    }

    /**
     * Lets an attempt through.
     *
     * @throws PurchaseRefused with the time after which the next one may be, if there were too many
     */
    void admit(AccountId shopper, String address) {
        var now = limits;
        var shopperKey = "s:" + shopper;
        // All bots of a rehearsal come from one address; each is as good as an address of its own.
        var addressKey = "a:" + (shopper.isBot() ? shopper.toString() : ClientAddress.network(address));
        now.shoppers.take(shopperKey).ifPresent(PurchaseRateLimiter::refuse);
        now.addresses.take(addressKey).ifPresent(wait -> {
            now.shoppers.giveBack(shopperKey);
            refuse(wait);
        });
        if (now.nodes > 1) {
            repeated.add(shopperKey);
            repeated.add(addressKey);
        }
    }

    /** From now on so many nodes share the limits. Whoever owes something starts anew, which happens when nodes come and go. */
    synchronized void shareAmong(int nodes) {
        if (nodes != limits.nodes) {
            limits = limitsAmong(nodes);
        }
    }

    /** By new limits all start with full buckets: once, a shopper may have what may come at once a second time. */
    private synchronized void beginAnew() {
        limits = limitsAmong(limits.nodes);
    }

    /** What was admitted here, of keys that came back, since this was last asked. */
    Map<String, Integer> takeRepeated() {
        return repeated.take();
    }

    /** Forgets what was admitted here: other nodes are not told. */
    void forgetRepeated() {
        repeated.clear();
    }

    void takeElsewhere(String key, long count) {
        (key.startsWith("s:") ? limits.shoppers : limits.addresses).takeAway(key, count);
    }

    private Limits limitsAmong(int nodes) {
        return new Limits(
                nodes,
                Share.of(perSecond.value(), nodes).buckets(time),
                Share.of(perSecondAndAddress.value(), nodes).buckets(time));
    }

    private static void refuse(Duration wait) {
        throw new PurchaseRefused(PurchaseRefusal.TOO_MANY_ATTEMPTS, wait);
    }

    private record Limits(int nodes, RateLimitBuckets shoppers, RateLimitBuckets addresses) {}

    /**
     * One node's share of a limit: at most {@code capacity} at once and then {@code refill} a second. The worst that several
     * nodes admit in one second is the capacity of all and the refill of one, as the others' is owed by then: that stays
     * within the limit, unless there are so many nodes that one attempt for each exceeds it.
     *
     * @param capacity how many at once
     * @param refill how many a second
     */
    record Share(int capacity, int refill) {

        /** Three fifths of the limit may come at once, whichever node they come to. */
        static Share of(int perSecond, int nodes) {
            var together = Math.max(1, perSecond * 3 / 5);
            var capacity = (together + nodes - 1) / nodes;
            return new Share(capacity, Math.max(1, perSecond - capacity * nodes));
        }

        RateLimitBuckets buckets(TimeMeter time) {
            return new RateLimitBuckets(capacity, refill, time);
        }
    }
}
