package stampede.task.broker;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import stampede.task.Delivery;

/** What became of messages on their way to the broker: {@code stampede.task.publishes}, by outcome. */
final class PublishMetrics {

    private final Map<Delivery, Counter> counters = new EnumMap<>(Delivery.class);

    PublishMetrics(MeterRegistry meters, Supplier<Number> onTheWay) {
        for (var delivery : Delivery.values()) {
            counters.put(
                    delivery,
                    Counter.builder("stampede.task.publishes")
                            .description("Messages handed to the broker, by what became of them")
                            .tag("outcome", delivery.name().toLowerCase(Locale.ROOT))
                            .register(meters));
        }
        Gauge.builder("stampede.task.publishes.waiting", onTheWay)
                .description("Messages without an answer from the broker yet")
                .register(meters);
    }

    void count(Delivery delivery) {
        var counter = counters.get(delivery);
        if (counter != null) {
            counter.increment();
        }
    }
}
