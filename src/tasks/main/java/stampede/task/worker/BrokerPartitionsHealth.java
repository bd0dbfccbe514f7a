package stampede.task.worker;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import stampede.task.admin.BrokerNodes;

/**
 * The component {@code brokerPartitions} of health: nodes of RabbitMQ that take others for gone. All works meanwhile, so that it answers
 * 200.
 */
class BrokerPartitionsHealth implements HealthIndicator {

    private static final Status PARTED = new Status("PARTED");

    private final BrokerNodes nodes;

    BrokerPartitionsHealth(BrokerNodes nodes) {
        this.nodes = nodes;
    }

    @Override
    public Health health() {
        return nodes.parted()
                .map(parted -> parted.isEmpty()
                        ? Health.up().build()
                        : Health.status(PARTED)
                                .withDetail("takeForGone", parted)
                                .build())
                .orElseGet(() -> Health.unknown()
                        .withDetail("reason", "RabbitMQ's management API does not answer")
                        .build());
    }
}
