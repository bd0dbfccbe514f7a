package stampede.task.worker;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import stampede.task.TaskProperties;
import stampede.task.handler.TaskDefinition;
import stampede.task.queue.QueueOverrideRepository;
import stampede.task.spi.WorkerCapacity;

/** What this node takes from; nothing if it is no worker. */
class SelectedQueueCapacity implements WorkerCapacity {

    private final ObjectProvider<QueueSelection> selection;
    private final TaskProperties properties;

    SelectedQueueCapacity(ObjectProvider<QueueSelection> selection, TaskProperties properties) {
        this.selection = selection;
        this.properties = properties;
    }

    @Override
    public Set<String> queues() {
        return selected().keySet();
    }

    @Override
    public int concurrency() {
        return shares().mapToInt(QueueShare::concurrency).sum();
    }

    @Override
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
                        queue.getValue().get(0),
                        properties.queue(queue.getKey()),
                        QueueOverrideRepository.QueueOverride.NONE));
    }
}
