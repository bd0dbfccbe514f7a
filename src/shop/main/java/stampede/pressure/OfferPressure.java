package stampede.pressure;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;

/**
 * How many clicks a second each offer has at this node, of those that the rate limiter let through. For any number of threads; a click costs
 * one look-up and one counter, and nothing is made for it. When more offers are clicked than are counted, those clicked least are forgotten.
 */
@Component
public final class OfferPressure {

    /** Each takes about 300 bytes. */
    private static final long MOST_OFFERS = 10_000;

    private static final Duration IDLE = Duration.ofMinutes(1);

    private final Cache<OfferId, RecentClicks> offers = Caffeine.newBuilder()
            .maximumSize(MOST_OFFERS)
            .expireAfterAccess(IDLE)
            .executor(Runnable::run)
            .build();

    private final LongSupplier nanos;

    @Autowired
    OfferPressure() {
        this(System::nanoTime);
    }

    /** @param nanos the time, in nanoseconds that begin anywhere */
    public OfferPressure(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Counts a click. The offer has to be one that there is. */
    public void count(OfferId offer) {
        offers.get(offer, absent -> new RecentClicks()).add(nanos.getAsLong());
    }

    /** Those with more clicks than that in the last second, in no order. */
    public List<OfferId> above(int perSecond) {
        var now = nanos.getAsLong();
        return offers.asMap().entrySet().stream()
                .filter(offer -> offer.getValue().ofLastSecond(now) > perSecond)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Clicks of the last second, which ended at most a quarter of a second ago. */
    public int perSecond(OfferId offer) {
        var clicks = offers.getIfPresent(offer);
        return clicks == null ? 0 : clicks.ofLastSecond(nanos.getAsLong());
    }
}
