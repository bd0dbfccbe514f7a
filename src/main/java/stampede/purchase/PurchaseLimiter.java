package stampede.purchase;

import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;

/** Keeps shoppers, and the addresses they come from, to so many attempts a second. Decides in memory; {@link RateExchange} tells it of other nodes. */
@Component
class PurchaseLimiter {

    private final Buckets shoppers;
    private final Buckets addresses;

    /** What was admitted since the exchange last asked, by key. */
    private final ConcurrentHashMap<String, Integer> admitted = new ConcurrentHashMap<>();

    @Autowired
    PurchaseLimiter(PurchaseProperties properties) {
        this(properties, TimeMeter.SYSTEM_NANOTIME);
    }

    PurchaseLimiter(PurchaseProperties properties, TimeMeter time) {
        this.shoppers = new Buckets(properties.attemptsPerSecond(), time);
        this.addresses = new Buckets(properties.attemptsPerSecondPerAddress(), time);
    }

    /**
     * Lets an attempt through.
     *
     * @throws PurchaseRefused with the time after which the next one may be, if there were too many
     */
    void admit(AccountId shopper, String address) {
        var shopperKey = "s:" + shopper;
        var addressKey = "a:" + address;
        shoppers.take(shopperKey).ifPresent(PurchaseLimiter::refuse);
        addresses.take(addressKey).ifPresent(wait -> {
            shoppers.giveBack(shopperKey);
            refuse(wait);
        });
        admitted.merge(shopperKey, 1, Integer::sum);
        admitted.merge(addressKey, 1, Integer::sum);
    }

    /** What was admitted here since this was last asked. */
    Map<String, Integer> takeAdmitted() {
        var taken = new HashMap<String, Integer>();
        for (var key : admitted.keySet()) {
            var count = admitted.remove(key);
            if (count != null) {
                taken.put(key, count);
            }
        }
        return taken;
    }

    /** Nobody shall be told of it. */
    void forgetAdmitted() {
        admitted.clear();
    }

    void admittedElsewhere(String key, long count) {
        (key.startsWith("s:") ? shoppers : addresses).takeAway(key, count);
    }

    private static void refuse(Duration wait) {
        throw new PurchaseRefused(Refusal.TOO_MANY_ATTEMPTS, wait);
    }
}
