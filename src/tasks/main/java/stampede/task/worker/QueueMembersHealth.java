package stampede.task.worker;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import stampede.task.broker.QueueMembers;

/**
 * The component {@code queueMembers} of health: queues that fewer nodes of RabbitMQ keep than {@code stampede.task.virtual-host.members}
 * says. All works until such a node is lost, so that it answers 200.
 */
class QueueMembersHealth implements HealthIndicator {

    private static final Status TOO_FEW = new Status("TOO_FEW_MEMBERS");

    private final QueueMembers members;

    QueueMembersHealth(QueueMembers members) {
        this.members = members;
    }

    @Override
    public Health health() {
        if (members.wanted() == 0) {
            return Health.up().build();
        }
        return members.few()
                .map(few -> few.isEmpty()
                        ? Health.up().withDetail("atLeast", members.wanted()).build()
                        : Health.status(TOO_FEW)
                                .withDetail("wanted", members.wanted())
                                .withDetail("members", few)
                                .build())
                .orElseGet(() -> Health.unknown()
                        .withDetail("reason", "RabbitMQ's management API does not answer")
                        .build());
    }
}
