package stampede.catalog.cache;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import stampede.catalog.Offer;
import stampede.catalog.Slot;

/**
 * Tells this node's memory, Redis and the other nodes what has changed, once the change is committed. What gets lost here, with
 * Redis or with the node, is made good within a minute by {@link OfferIndex} and {@link SlotCacheWarmUp}.
 */
@Component
public class CatalogChangePublisher {

    private static final Logger log = LoggerFactory.getLogger(CatalogChangePublisher.class);

    private final OfferIndex index;
    private final OfferCache offerCache;
    private final RedisSlotCache shared;
    private final SlotCacheWarmUp warmUp;
    private final OffersOnSale offersOnSale;
    private final CatalogVersion version;

    CatalogChangePublisher(
            OfferIndex index,
            OfferCache offerCache,
            RedisSlotCache shared,
            SlotCacheWarmUp warmUp,
            OffersOnSale offersOnSale,
            CatalogVersion version) {
        this.index = index;
        this.offerCache = offerCache;
        this.shared = shared;
        this.warmUp = warmUp;
        this.offersOnSale = offersOnSale;
        this.version = version;
    }

    public void publishSlots() {
        afterCommit(() -> {
            index.rebuild();
            callOut(version::callOutNext);
        });
    }

    public void publishOffers(List<Offer> offers) {
        afterCommit(() -> {
            var ids = offers.stream().map(Offer::id).toList();
            var slots = offers.stream()
                    .map(offer -> new Slot(offer.slot(), offer.window()))
                    .collect(Collectors.toUnmodifiableSet());
            index.add(ids);
            callOut(() -> outdate(slots));
            offerCache.forget(slots, ids);
            callOut(() -> warm(slots));
        });
    }

    private void outdate(Set<Slot> slots) {
        slots.forEach(slot -> shared.outdate(slot.id()));
    }

    private void warm(Set<Slot> slots) {
        slots.forEach(warmUp::warmIfNear);
        version.callOutNext();
        offersOnSale.takeUp(slots);
    }

    private static void afterCommit(Runnable announcement) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

            @Override
            public void afterCommit() {
                announcement.run();
            }
        });
    }

    private static void callOut(Runnable announcement) {
        try {
            announcement.run();
        } catch (DataAccessException unreachable) {
            log.warn(
                    "A change to the catalogue could not be called out; the nodes see it within a minute", unreachable);
        }
    }
}
