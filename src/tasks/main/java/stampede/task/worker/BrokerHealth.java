package stampede.task.worker;

import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import stampede.task.broker.BrokerLink;
import stampede.task.broker.TopologyWatch;

/**
 * The component {@code tasks} of health: whether tasks can be published and everything they need is at the broker. Spring Boot's own of RabbitMQ
 * asks nothing of a broker that it is connected to, and so says that a frozen one is up.
 */
public class BrokerHealth implements HealthIndicator {

    private final BrokerLink link;
    private final TopologyWatch watch;
    private final ObjectProvider<QueueSelection> selection;

    BrokerHealth(BrokerLink link, TopologyWatch watch, ObjectProvider<QueueSelection> selection) {
        this.link = link;
        this.watch = watch;
        this.selection = selection;
    }

    @Override
    public Health health() {
        if (!link.isOpen()) {
            return down("RabbitMQ is away");
        }
        if (link.isBlocked()) {
            return down("RabbitMQ is short of memory or disk and takes no messages");
        }
        if (watch.wrong().isPresent()) {
            return down(watch.wrong().get());
        }
        var missing = List.copyOf(watch.missing());
        return missing.isEmpty()
                ? Health.up().withDetails(details()).build()
                : Health.down().withDetail("missing", missing).build();
    }

    /** A worker says which queues it takes from. */
    private Map<String, Object> details() {
        var here = selection.getIfAvailable();
        return here == null
                ? Map.of()
                : Map.of("serves", List.copyOf(here.queues().keySet()));
    }

    private static Health down(String reason) {
        return Health.down().withDetail("reason", reason).build();
    }
}
