package stampede.purchase;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.catalog.OfferId;

/** The idempotency keys that this node answered lately, so that a second click costs nothing, even once all is sold out. */
@Component
class RecentPurchases {

    private static final long MOST = 100_000;
    private static final Duration LATELY = Duration.ofMinutes(30);

    private final Cache<Key, PurchaseId> purchases = Caffeine.newBuilder()
            .maximumSize(MOST)
            .expireAfterWrite(LATELY)
            .executor(Runnable::run)
            .build();

    Optional<PurchaseId> find(PurchaseRequest request) {
        return Optional.ofNullable(purchases.getIfPresent(Key.of(request)));
    }

    void remember(PurchaseRequest request, PurchaseId purchase) {
        purchases.put(Key.of(request), purchase);
    }

    private record Key(AccountId shopper, OfferId offer, String idempotencyKey) {

        static Key of(PurchaseRequest request) {
            return new Key(request.account().id(), request.offer(), request.idempotencyKey());
        }
    }
}
