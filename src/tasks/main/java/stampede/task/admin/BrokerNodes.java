package stampede.task.admin;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** The nodes of RabbitMQ, as its management API tells of them. Over AMQP nobody sees them. */
public interface BrokerNodes {

    /**
     * Nodes that run and take others for gone, and which, by name, as seen a few seconds ago: what a partition leaves until somebody
     * restarts one of its sides. Nothing is in it while the API has no address ({@code stampede.task.virtual-host.management}); empty if
     * it does not answer.
     */
    Optional<SortedMap<String, List<String>>> parted();
}
