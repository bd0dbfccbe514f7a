package stampede.catalog.cache;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import stampede.catalog.Offer;
import stampede.catalog.Slot;
import stampede.support.AfterCommit;

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
    private final RedisOfferCache copies;
    private final SlotCacheWarmUp warmUp;
    private final OffersOnSale offersOnSale;
    private final CatalogVersion version;

    CatalogChangePublisher(
            OfferIndex index,
            OfferCache offerCache,
            RedisSlotCache shared,
            RedisOfferCache copies,
            SlotCacheWarmUp warmUp,
            OffersOnSale offersOnSale,
            CatalogVersion version) {
        this.index = index;
        this.offerCache = offerCache;
        this.shared = shared;
        this.copies = copies;
        this.warmUp = warmUp;
        this.offersOnSale = offersOnSale;
        this.version = version;
    }

    public void publishSlots() {
        AfterCommit.run(() -> {
            index.rebuild();
            callOut(version::callOutNext);
        });
    }

    public void publishOffers(List<Offer> offers) {
        AfterCommit.run(() -> {
            index.add(offers.stream().map(Offer::id).toList());
            callOut(() -> copies.write(changed(offers)));
            publish(offers);
        });
    }

    /** Those of which Redis may have an older copy: of a slot that is not near, nobody else writes them anew. */
    private static List<Offer> changed(List<Offer> offers) {
        return offers.stream().filter(offer -> offer.version() > 0).toList();
    }

    /** It is in no list any more, and nobody finds it. */
    public void withdrawOffer(Offer offer) {
        AfterCommit.run(() -> {
            index.rebuild();
            callOut(() -> copies.writeAbsent(offer.id()));
            publish(List.of(offer));
        });
    }

    private void publish(List<Offer> offers) {
        var slots = offers.stream().map(this::slotOf).collect(Collectors.toUnmodifiableSet());
        callOut(() -> outdate(slots));
        offerCache.forget(slots, offers.stream().map(Offer::id).toList());
        callOut(() -> warm(slots));
    }

    /** An offer that was stopped ends before its slot, and the copies are kept by the slot. */
    private Slot slotOf(Offer offer) {
        return index.timetable().find(offer.slot()).orElseGet(() -> new Slot(offer.slot(), offer.window()));
    }

    private void outdate(Set<Slot> slots) {
        slots.forEach(slot -> shared.outdate(slot.id()));
    }

    private void warm(Set<Slot> slots) {
        slots.forEach(warmUp::warmIfNear);
        version.callOutNext();
        offersOnSale.takeUp(slots);
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
