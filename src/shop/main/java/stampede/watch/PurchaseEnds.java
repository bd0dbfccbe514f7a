package stampede.watch;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import stampede.order.OrderPlaced;
import stampede.order.Rejection;
import stampede.order.ReservationAbandonment;
import stampede.support.clock.ClockOffsets;

/**
 * Counts how accepted purchases end, {@code stampede.purchase.ends}, and how long it takes from the press to the committed order, {@code
 * stampede.purchase.commits}. The first step of orders, too: {@code stampede.orders}.
 *
 * <p>What bots buy in a rehearsal is not among them.
 *
 * <p>The time of the press is that of the reservation, which Redis gave; it is corrected by how far Redis' clock is from the cluster's.
 */
@Component
class PurchaseEnds {

    private static final Duration[] BUCKETS = Stream.of(20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 30_000)
            .map(Duration::ofMillis)
            .toArray(Duration[]::new);

    private final Clock clock;
    private final ObjectProvider<ClockOffsets> offsets;
    private final Timer commits;
    private final Counter orders;
    private final Counter placed;
    private final Counter rejected;
    private final Counter abandoned;

    PurchaseEnds(MeterRegistry registry, Clock clock, ObjectProvider<ClockOffsets> offsets) {
        this.clock = clock;
        this.offsets = offsets;
        this.commits = Timer.builder("stampede.purchase.commits")
                .description("How long it took from the press to the committed order")
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
        this.orders = Counter.builder("stampede.orders")
                .description("Steps of orders")
                .tag("step", "placed")
                .register(registry);
        this.placed = end(registry, "placed");
        this.rejected = end(registry, "rejected");
        this.abandoned = end(registry, "abandoned");
    }

    @EventListener
    void countPlaced(OrderPlaced order) {
        if (order.reservation().offer().isShadow()) {
            return;
        }
        placed.increment();
        orders.increment();
        commits.record(since(order.reservation().reservedAt()));
    }

    @EventListener
    void countRejected(Rejection.Told purchase) {
        if (!purchase.reservation().offer().isShadow()) {
            rejected.increment();
        }
    }

    @EventListener
    void countAbandoned(ReservationAbandonment.Abandoned purchase) {
        if (!purchase.reservation().offer().isShadow()) {
            abandoned.increment();
        }
    }

    /** The clocks differ by a little even so, and nothing took less than no time. */
    private Duration since(Instant reservedAt) {
        var ahead = Optional.ofNullable(offsets.getIfAvailable())
                .flatMap(ClockOffsets::redisAhead)
                .orElse(Duration.ZERO);
        var took = Duration.between(reservedAt.minus(ahead), clock.instant());
        return took.isNegative() ? Duration.ZERO : took;
    }

    private static Counter end(MeterRegistry registry, String end) {
        return Counter.builder("stampede.purchase.ends")
                .description("Accepted purchases, by how they ended")
                .tag("end", end)
                .register(registry);
    }
}
