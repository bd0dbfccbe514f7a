package stampede.coupon;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.account.Username;
import stampede.catalog.OfferId;

/** What sellers promise, in memory: terms never change, so what is here is right. What is not here is looked up each time. */
@Component
public class CouponTermsCache {

    private static final int MOST = 10_000;

    private final CouponTermsRepository rows;
    private final Cache<OfferId, CouponTerms> byOffer =
            Caffeine.newBuilder().maximumSize(MOST).build();
    private final Cache<Name, OfferId> byName =
            Caffeine.newBuilder().maximumSize(MOST).build();

    public CouponTermsCache(CouponTermsRepository rows) {
        this.rows = rows;
    }

    /** The terms of each of these that is a coupon. */
    Map<OfferId, CouponTerms> of(Collection<OfferId> offers) {
        var found = new HashMap<>(byOffer.getAllPresent(offers));
        var missing = offers.stream()
                .filter(offer -> !found.containsKey(offer))
                .distinct()
                .toList();
        if (!missing.isEmpty()) {
            rows.of(missing).forEach(terms -> {
                byOffer.put(terms.offer(), terms);
                found.put(terms.offer(), terms);
            });
        }
        return found;
    }

    Optional<OfferId> find(Username seller, String name) {
        var asked = new Name(seller, name);
        var known = Optional.ofNullable(byName.getIfPresent(asked));
        return known.isPresent() ? known : lookUp(asked);
    }

    private Optional<OfferId> lookUp(Name asked) {
        var found = rows.find(asked.seller(), asked.name());
        found.ifPresent(offer -> byName.put(asked, offer));
        return found;
    }

    private record Name(Username seller, String name) {}
}
