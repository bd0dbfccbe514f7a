package stampede.catalog;

import java.time.Clock;
import org.springframework.stereotype.Component;

/** Puts slots into Redis before shoppers come for them, and again while they sell, so that a lost change is made good. */
@Component
class WarmUp {

    private final LiveIndex index;
    private final Loading loading;
    private final CatalogProperties properties;
    private final Clock clock;

    WarmUp(LiveIndex index, Loading loading, CatalogProperties properties, Clock clock) {
        this.index = index;
        this.loading = loading;
        this.properties = properties;
        this.clock = clock;
    }

    /** Warms the slots that sell now or open within the lead. */
    void warmNear() {
        index.timetable().near(clock.instant(), properties.warmUpLead()).forEach(loading::warm);
    }

    void warmIfNear(Slot slot) {
        if (Timetable.isNear(slot, clock.instant(), properties.warmUpLead())) {
            loading.warm(slot);
        }
    }
}
