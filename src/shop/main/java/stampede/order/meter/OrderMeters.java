package stampede.order.meter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Counts the steps of orders, {@code stampede.orders}, but for the first one: nobody moves an order that is being placed. */
@Component
public class OrderMeters {

    private static final List<String> STEPS = List.of("paid", "closed", "shipped", "finished", "refunded");

    private final Map<String, Counter> steps;

    public OrderMeters(MeterRegistry registry) {
        this.steps = STEPS.stream()
                .collect(Collectors.toMap(
                        Function.identity(),
                        step -> Counter.builder("stampede.orders")
                                .description("Steps of orders")
                                .tag("step", step)
                                .register(registry)));
    }

    /**
     * Orders that make a step, counted when the transaction that is under way has been committed.
     *
     * @param to where they go; what is only on the way to another status is not counted
     */
    public void count(Enum<?> to, int orders) {
        var step = to.name().toLowerCase(Locale.ROOT);
        if (!TransactionSynchronizationManager.isSynchronizationActive()) {
            increment(step, orders);
            return;
        }
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                increment(step, orders);
            }
        });
    }

    private void increment(String step, int orders) {
        var counter = steps.get(step);
        if (counter != null) {
            counter.increment(orders);
        }
    }
}
