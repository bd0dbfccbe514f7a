package stampede.purchase;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;

/** Counts what became of orders on their way to the broker, and shows how many wait to be published. */
class PlacementMeters {

    private final Counter confirmed;
    private final Counter retried;
    private final Counter left;

    PlacementMeters(MeterRegistry registry, Collection<?> waiting) {
        this.confirmed = counter(registry, "confirmed");
        this.retried = counter(registry, "retried");
        this.left = counter(registry, "left-to-sweeper");
        Gauge.builder("stampede.placements.waiting", waiting, Collection::size)
                .description("Accepted purchases that the broker has not confirmed yet")
                .register(registry);
    }

    private static Counter counter(MeterRegistry registry, String outcome) {
        return Counter.builder("stampede.placements")
                .description("Accepted purchases on their way to the broker, by what became of them")
                .tag("outcome", outcome)
                .register(registry);
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
