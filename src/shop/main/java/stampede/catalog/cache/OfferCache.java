package stampede.catalog.cache;

import com.github.benmanes.caffeine.cache.AsyncCacheLoader;
import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.springframework.boot.task.SimpleAsyncTaskExecutorBuilder;
import org.springframework.stereotype.Component;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.Slot;

/**
 * This node's cache of slots and offers. An answer older than a second is given once more while it is looked up behind
 * the asker's back; what cannot be looked up is kept. Many askers of a thing that is not here share one lookup.
 */
@Component
class OfferCache {

    private static final int MOST_SLOTS = 1_000;
    private static final int MOST_OFFERS = 50_000;

    private final AsyncLoadingCache<Slot, CachedSlot> slots;
    private final AsyncLoadingCache<OfferId, Optional<Offer>> offers;

    OfferCache(
            OfferLoader offerLoader,
            CatalogCacheProperties properties,
            CatalogMetrics metrics,
            SimpleAsyncTaskExecutorBuilder threads) {
        var executor = threads.threadNamePrefix("catalog-").build();
        this.slots = cache(properties, executor)
                .maximumSize(MOST_SLOTS)
                .buildAsync(loader(offerLoader::slot, offerLoader::slotAgain));
        this.offers = cache(properties, executor)
                .maximumSize(MOST_OFFERS)
                .buildAsync(loader(offerLoader::offer, offerLoader::offerAgain));
        metrics.watch(slots.synchronous(), "catalog.slots");
        metrics.watch(offers.synchronous(), "catalog.offers");
    }

    CachedSlot slot(Slot slot) {
        return await(slots.get(slot));
    }

    /** What is here of a slot, without waiting; asks for it behind the caller's back. */
    Optional<CachedSlot> slotIfHere(Slot slot) {
        var here = slots.get(slot);
        return here.isDone() && !here.isCompletedExceptionally() ? Optional.of(here.join()) : Optional.empty();
    }

    Optional<Offer> offer(OfferId id) {
        return await(offers.get(id));
    }

    /** Forgets what has changed, so that the next asker waits for what is true now. */
    void forget(Collection<Slot> changedSlots, Collection<OfferId> changedOffers) {
        slots.synchronous().invalidateAll(changedSlots);
        offers.synchronous().invalidateAll(changedOffers);
    }

    /** Looks all slots up again behind the askers' backs. Single offers are too many for that; they have their second. */
    void refreshSlots() {
        slots.synchronous().refreshAll(slots.asMap().keySet());
    }

    private static Caffeine<Object, Object> cache(CatalogCacheProperties properties, Executor executor) {
        return Caffeine.newBuilder()
                .refreshAfterWrite(properties.freshFor())
                .expireAfterAccess(properties.keptFor())
                .executor(executor)
                .recordStats();
    }

    private static <K, V> AsyncCacheLoader<K, V> loader(Function<K, V> first, BiFunction<K, V, V> again) {
        return new AsyncCacheLoader<>() {

            @Override
            public CompletableFuture<V> asyncLoad(K key, Executor executor) {
                return CompletableFuture.supplyAsync(() -> first.apply(key), executor);
            }

            @Override
            public CompletableFuture<V> asyncReload(K key, V known, Executor executor) {
                return CompletableFuture.supplyAsync(() -> again.apply(key, known), executor);
            }
        };
    }

    private static <V> V await(CompletableFuture<V> answer) {
        try {
            return answer.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw failed;
        }
    }
}
