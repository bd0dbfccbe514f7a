package stampede.order.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionSynchronizationUtils;
import stampede.order.OrderStatus;

class OrderMetersTests {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final OrderMeters meters = new OrderMeters(registry);

    @AfterEach
    void endTransaction() {
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.clearSynchronization();
        }
    }

    @Test
    void hasEveryStepBeforeTheFirstOne() {
        assertThat(registry.get("stampede.orders").counters())
                .extracting(counter -> counter.getId().getTag("step"))
                .containsExactlyInAnyOrder("paid", "closed", "shipped", "finished", "refunded");
    }

    @Test
    void countsAStepOnlyWhenItIsCommitted() {
        TransactionSynchronizationManager.initSynchronization();
        meters.count(OrderStatus.PAID, 2);
        assertThat(step("paid")).isZero();

        TransactionSynchronizationUtils.invokeAfterCommit(TransactionSynchronizationManager.getSynchronizations());
        assertThat(step("paid")).isEqualTo(2);
    }

    @Test
    void leavesOutStepsOnTheWayToOthers() {
        meters.count(OrderStatus.CLOSING, 1);

        assertThat(registry.get("stampede.orders").counters()).allMatch(counter -> counter.count() == 0);
    }

    private double step(String step) {
        return registry.get("stampede.orders").tag("step", step).counter().count();
    }
}
