package stampede.task;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** What a worker takes from, and how much at a time by its settings, for those who extend the engine. Nothing on other nodes. */
@Component
public class WorkerCapacity {

    private final ObjectProvider<QueueSelection> selection;
    private final TaskProperties properties;

    WorkerCapacity(ObjectProvider<QueueSelection> selection, TaskProperties properties) {
        this.selection = selection;
        this.properties = properties;
    }

    /** The queues that it takes from, without the prefix. */
    public Set<String> queues() {
        return selected().keySet();
    }

    /** How many tasks and batches may run at a time. */
    public int concurrency() {
        return shares().mapToInt(QueueShare::concurrency).sum();
    }

    /** How many messages may be in hand. */
    public int prefetch() {
        return shares().mapToInt(QueueShare::prefetch).sum();
    }

    private Map<String, List<TaskDefinition>> selected() {
        var here = selection.getIfAvailable();
        return here == null ? Map.of() : here.queues();
    }

    private Stream<QueueShare> shares() {
        return selected().entrySet().stream()
                .map(queue -> QueueShare.of(
                        queue.getValue().get(0), properties.queue(queue.getKey()), QueueOrders.Order.NONE));
    }
}
