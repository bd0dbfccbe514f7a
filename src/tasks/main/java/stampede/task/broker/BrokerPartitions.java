package stampede.task.broker;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.scheduling.annotation.Scheduled;
import stampede.support.JobScheduler;
import stampede.task.admin.BrokerNodes;
import tools.jackson.databind.JsonNode;

/**
 * Looks every few seconds whether nodes of RabbitMQ take each other for gone, as after a partition or when one was frozen: queues work
 * meanwhile, so that nothing else shows it (https://www.rabbitmq.com/docs/partitions#detecting). The gauge {@code
 * stampede.task.broker.partitions} is how many do; it has no value while the management API does not answer, and is not there without an
 * address of it.
 */
class BrokerPartitions implements BrokerNodes {

    private final Optional<ManagementApi> api;
    private volatile Optional<SortedMap<String, List<String>>> parted;

    BrokerPartitions(VirtualHostProperties properties, MeterRegistry meters) {
        api = properties.api();
        parted = api.isPresent() ? Optional.empty() : Optional.of(Collections.emptySortedMap());
        if (api.isPresent()) {
            Gauge.builder(
                            "stampede.task.broker.partitions",
                            this,
                            watched -> watched.parted
                                    .map(nodes -> (double) nodes.size())
                                    .orElse(Double.NaN))
                    .description("Nodes of RabbitMQ that run and take others for gone")
                    .register(meters);
        }
    }

    @Override
    public Optional<SortedMap<String, List<String>>> parted() {
        return parted;
    }

    /** Whoever the address leads to knows what each of the others says. */
    @Scheduled(fixedDelayString = "${stampede.task.measure-every:5s}", scheduler = JobScheduler.ENGINE)
    void turn() throws InterruptedException {
        if (api.isPresent()) {
            parted = ask(api.get());
        }
    }

    private static Optional<SortedMap<String, List<String>>> ask(ManagementApi management) throws InterruptedException {
        try {
            var found = new TreeMap<String, List<String>>();
            for (var node : management.get("/api/nodes?columns=name,partitions")) {
                var others = node.path("partitions")
                        .valueStream()
                        .map(JsonNode::asString)
                        .toList();
                if (!others.isEmpty()) {
                    found.put(node.path("name").asString(), others);
                }
            }
            return Optional.of(found);
        } catch (IOException away) {
            return Optional.empty();
        }
    }
}
