package stampede.task.worker;

import java.util.stream.Collectors;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import stampede.task.broker.QueueConsumers;

/**
 * The component {@code servedQueues} of health: queues of other systems that are not served at the moment, and why. The node itself
 * works, so that it answers 200.
 */
class ForeignQueueHealth implements HealthIndicator {

    private static final Status NOT_SERVED = new Status("NOT_SERVED");

    private final QueueConsumers consumers;

    ForeignQueueHealth(QueueConsumers consumers) {
        this.consumers = consumers;
    }

    @Override
    public Health health() {
        var notServed = consumers.notServed().values().stream()
                .collect(Collectors.toMap(QueueConsumers.NotServed::atBroker, QueueConsumers.NotServed::why));
        return notServed.isEmpty()
                ? Health.up().build()
                : Health.status(NOT_SERVED).withDetail("queues", notServed).build();
    }
}
