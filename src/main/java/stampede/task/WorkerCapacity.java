package stampede.task;

import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** How much a worker takes at a time by its settings, in all queues together, for those who extend the engine. */
@Component
public class WorkerCapacity {

    private final TaskRegistry registry;
    private final TaskProperties properties;

    WorkerCapacity(TaskRegistry registry, TaskProperties properties) {
        this.registry = registry;
        this.properties = properties;
    }

    /** How many tasks and batches may run at a time. */
    public int concurrency() {
        return shares().mapToInt(QueueShare::concurrency).sum();
    }

    /** How many messages may be in hand. */
    public int prefetch() {
        return shares().mapToInt(QueueShare::prefetch).sum();
    }

    private Stream<QueueShare> shares() {
        return registry.queues().entrySet().stream()
                .map(queue -> QueueShare.of(
                        queue.getValue().get(0), properties.queue(queue.getKey()), QueueOrders.Order.NONE));
    }
}
