package stampede.catalog;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * The offers that sell now or are about to, in one map, so that the purchase path finds them without a lookup elsewhere. Kept
 * up behind the shoppers' backs.
 */
@Component
class OnSale {

    private final LiveIndex index;
    private final Shelves shelves;
    private final CatalogProperties properties;
    private final Clock clock;

    private volatile Map<OfferId, Offer> offers = Map.of();
    private Map<Slot, ShelvedSlot> merged = Map.of();

    OnSale(LiveIndex index, Shelves shelves, CatalogProperties properties, Clock clock) {
        this.index = index;
        this.shelves = shelves;
        this.properties = properties;
        this.clock = clock;
    }

    Optional<Offer> offer(OfferId id) {
        return Optional.ofNullable(offers.get(id));
    }

    /** Takes up what the shelves have by now; a slot that they are looking up stays as it was. */
    @Scheduled(fixedDelay = 500)
    synchronized void keepUp() {
        var near = new HashMap<Slot, ShelvedSlot>();
        for (var slot : index.timetable().near(clock.instant(), properties.warmUpLead())) {
            shelves.slotIfHere(slot)
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
                .filter(slot -> Timetable.isNear(slot, clock.instant(), properties.warmUpLead()))
                .forEach(shelves::slot);
        keepUp();
    }

    private static Map<OfferId, Offer> merge(Map<Slot, ShelvedSlot> slots) {
        var all = new HashMap<OfferId, Offer>();
        slots.values().forEach(slot -> all.putAll(slot.byId()));
        return all;
    }

    private static Map<Slot, String> prints(Map<Slot, ShelvedSlot> slots) {
        return slots.entrySet().stream()
                .collect(toUnmodifiableMap(
                        Map.Entry::getKey, entry -> entry.getValue().print()));
    }
}
