package stampede.purchase;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.List;

/** Counts what became of orders on their way to the broker, and shows how many wait to be published. */
class PlacementMeters {

    private final Counter confirmed;
    private final Counter retried;
    private final Counter left;

    PlacementMeters(MeterRegistry registry, Collection<?> waiting) {
        this.confirmed = registry.counter("stampede.placements", "outcome", "confirmed");
        this.retried = registry.counter("stampede.placements", "outcome", "retried");
        this.left = registry.counter("stampede.placements", "outcome", "left-to-sweeper");
        registry.gaugeCollectionSize("stampede.placements.waiting", List.of(), waiting);
    }

    void countConfirmed(int placements) {
        confirmed.increment(placements);
    }

    void countRetried() {
        retried.increment();
    }

    void countLeftToSweeper() {
        left.increment();
    }
}
