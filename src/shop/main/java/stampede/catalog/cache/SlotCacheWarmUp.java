package stampede.catalog.cache;

import java.time.Clock;
import org.springframework.stereotype.Component;
import stampede.catalog.CatalogProperties;
import stampede.catalog.Slot;

/** Puts slots into Redis before shoppers come for them, and again while they sell, so that a lost change is made good. */
@Component
public class SlotCacheWarmUp {

    private final OfferIndex index;
    private final OfferLoader offerLoader;
    private final CatalogProperties properties;
    private final Clock clock;

    SlotCacheWarmUp(OfferIndex index, OfferLoader offerLoader, CatalogProperties properties, Clock clock) {
        this.index = index;
        this.offerLoader = offerLoader;
        this.properties = properties;
        this.clock = clock;
    }

    /** Warms the slots that sell now or open within the lead. */
    public void warmNear() {
        index.timetable().near(clock.instant(), properties.warmUpLead()).forEach(offerLoader::warm);
    }

    void warmIfNear(Slot slot) {
        if (SlotTimetable.isNear(slot, clock.instant(), properties.warmUpLead())) {
            offerLoader.warm(slot);
        }
    }
}
