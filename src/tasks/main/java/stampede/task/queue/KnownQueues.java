package stampede.task.queue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import stampede.task.broker.DelayLanes;
import stampede.task.broker.Topology;
import stampede.task.handler.TaskRegistry;
import stampede.task.node.TaskNodeRepository;
import stampede.task.spi.QueueNames;

/** Which queues there are, by name without the prefix, as far as one can know without asking the broker: it lists none. */
class KnownQueues {

    /** As long as a name may be at the broker. */
    private static final int MOST_BYTES = 255;

    private final TaskRegistry registry;
    private final Topology topology;
    private final DelayLanes delayLanes;
    private final QueueNames names;

    KnownQueues(TaskRegistry registry, Topology topology, DelayLanes delayLanes, QueueNames names) {
        this.registry = registry;
        this.topology = topology;
        this.delayLanes = delayLanes;
        this.names = names;
    }

    /** Those that are served or sent to from here or served by one of the nodes, with the delay of those that are lanes. */
    Map<String, Optional<Duration>> all(Collection<TaskNodeRepository.Told> nodes) {
        var known = new TreeMap<String, Optional<Duration>>();
        registry.queues().keySet().forEach(queue -> known.put(queue, Optional.empty()));
        topology.idleQueues().forEach(queue -> known.put(queue, Optional.empty()));
        nodes.forEach(node -> node.queues().keySet().forEach(queue -> known.put(queue, Optional.empty())));
        delayLanes.all().forEach(delay -> known.put(names.withoutPrefix(names.lane(delay)), Optional.of(delay)));
        known.put(QueueNames.DEAD, Optional.empty());
        known.put(QueueNames.DUE, Optional.empty());
        return known;
    }

    /** Whether the broker can have a queue of this name for the engine's tasks. */
    boolean mayBe(String queue) {
        return !queue.isBlank()
                && !QueueNames.isForeign(queue)
                && !queue.startsWith(QueueNames.LANE)
                && names.queue(queue).getBytes(StandardCharsets.UTF_8).length <= MOST_BYTES;
    }

    /** How often its tasks may begin in the whole cluster, by their name. */
    Map<String, String> rates(String queue) {
        var rates = new TreeMap<String, String>();
        registry.queues()
                .getOrDefault(queue, List.of())
                .forEach(task -> task.limits().rate().ifPresent(rate -> rates.put(task.name(), rate.text())));
        return rates;
    }
}
