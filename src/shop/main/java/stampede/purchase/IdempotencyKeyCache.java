package stampede.purchase;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.catalog.OfferId;

/**
 * The idempotency keys that this node answered lately, so that a second click costs nothing, even once all is sold out; and
 * those whose outcome it could not tell, so that asking again always reaches Redis.
 */
@Component
class IdempotencyKeyCache {

    private static final long MOST = 100_000;
    private static final Duration LATELY = Duration.ofMinutes(30);

    private final Cache<Key, PurchaseId> purchases = cache();
    private final Cache<Key, Boolean> open = cache();

    Optional<PurchaseId> find(PurchaseRequest request) {
        return Optional.ofNullable(purchases.getIfPresent(Key.of(request)));
    }

    void remember(PurchaseRequest request, PurchaseId purchase) {
        purchases.put(Key.of(request), purchase);
    }

    void rememberOpen(PurchaseRequest request) {
        open.put(Key.of(request), true);
    }

    /** Whether this shopper was told that the outcome is unknown. */
    boolean isOpen(PurchaseRequest request) {
        return open.getIfPresent(Key.of(request)) != null;
    }

    private static <T> Cache<Key, T> cache() {
        return Caffeine.newBuilder()
                .maximumSize(MOST)
                .expireAfterWrite(LATELY)
                .executor(Runnable::run)
                .build();
    }

    private record Key(AccountId shopper, OfferId offer, String idempotencyKey) {

        static Key of(PurchaseRequest request) {
            return new Key(request.account().id(), request.offer(), request.idempotencyKey());
        }
    }
}
