package stampede.catalog.cache;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.Slot;

/**
 * The offers that sell now or are about to, in one map, so that the purchase path finds them without a lookup elsewhere. Kept
 * up behind the shoppers' backs.
 */
@Component
public class OffersOnSale {

    private final OfferIndex index;
    private final OfferCache offerCache;
    private final WarmUpLead lead;
    private final Clock clock;

    private volatile Map<OfferId, Offer> offers = Map.of();
    private Map<Slot, CachedSlot> merged = Map.of();

    OffersOnSale(OfferIndex index, OfferCache offerCache, WarmUpLead lead, Clock clock) {
        this.index = index;
        this.offerCache = offerCache;
        this.lead = lead;
        this.clock = clock;
    }

    Optional<Offer> offer(OfferId id) {
        return Optional.ofNullable(offers.get(id));
    }

    /** Takes up what the shelves have by now; a slot that they are looking up stays as it was. */
    @Scheduled(fixedDelay = 500)
    public synchronized void keepUp() {
        var near = new HashMap<Slot, CachedSlot>();
        for (var slot : index.timetable().near(clock.instant(), lead.value())) {
            offerCache
                    .slotIfHere(slot)
                    .or(() -> Optional.ofNullable(merged.get(slot)))
                    .ifPresent(copy -> near.put(slot, copy));
        }
        if (!prints(near).equals(prints(merged))) {
            offers = merge(near);
            merged = near;
        }
    }

    /** Takes up slots that have just changed, without waiting for the next look. */
    void takeUp(Collection<Slot> changed) {
        changed.stream()
                .filter(slot -> SlotTimetable.isNear(slot, clock.instant(), lead.value()))
                .forEach(offerCache::slot);
        keepUp();
    }

    private static Map<OfferId, Offer> merge(Map<Slot, CachedSlot> slots) {
        var all = new HashMap<OfferId, Offer>();
        slots.values().forEach(slot -> slot.offers().forEach(offer -> all.put(offer.id(), offer)));
        return all;
    }

    private static Map<Slot, String> prints(Map<Slot, CachedSlot> slots) {
        return slots.entrySet().stream()
                .collect(toUnmodifiableMap(
                        Map.Entry::getKey, entry -> entry.getValue().print()));
    }
}
