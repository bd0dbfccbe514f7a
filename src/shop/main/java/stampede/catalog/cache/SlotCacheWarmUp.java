package stampede.catalog.cache;

import java.time.Clock;
import org.springframework.stereotype.Component;
import stampede.catalog.Slot;

/** Puts slots into Redis before shoppers come for them, and again while they sell, so that a lost change is made good. */
@Component
public class SlotCacheWarmUp {

    private final OfferIndex index;
    private final OfferLoader offerLoader;
    private final WarmUpLead lead;
    private final Clock clock;

    SlotCacheWarmUp(OfferIndex index, OfferLoader offerLoader, WarmUpLead lead, Clock clock) {
        this.index = index;
        this.offerLoader = offerLoader;
        this.lead = lead;
        this.clock = clock;
    }

    /** Warms the slots that sell now or open within the lead. */
    public void warmNear() {
        index.timetable().near(clock.instant(), lead.value()).forEach(offerLoader::warm);
    }

    void warmIfNear(Slot slot) {
        if (SlotTimetable.isNear(slot, clock.instant(), lead.value())) {
            offerLoader.warm(slot);
        }
    }
}
