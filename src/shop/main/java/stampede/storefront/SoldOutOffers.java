package stampede.storefront;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import stampede.catalog.OfferId;
import stampede.counter.OfferStatus;

/** Which offers this node has seen sold out lately, so that pages can say that units came back. Forgets by itself. */
final class SoldOutOffers {

    private static final int MOST = 10_000;
    private static final Duration LATELY = Duration.ofMinutes(10);

    private final Cache<OfferId, Boolean> seen =
            Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(LATELY).build();

    /** Whether it was sold out before it came to this. */
    boolean wasSoldOut(OfferId offer, OfferStatus now) {
        if (now == OfferStatus.SOLD_OUT) {
            seen.put(offer, true);
            return true;
        }
        return seen.getIfPresent(offer) != null;
    }
}
