package stampede.task.worker;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.beans.factory.SmartInitializingSingleton;
import stampede.support.NodeRole;
import stampede.support.OnRole;
import stampede.support.WrongSetup;
import stampede.task.TaskProperties;
import stampede.task.handler.TaskDefinition;
import stampede.task.handler.TaskRegistry;

/** Which queues this worker takes from: those it is told to, or all, but for those of which it shall run none at a time. */
@OnRole(NodeRole.WORKER)
class QueueSelection implements SmartInitializingSingleton {

    private final TaskRegistry registry;
    private final TaskProperties properties;
    private final WorkerProperties workerProperties;

    QueueSelection(TaskRegistry registry, TaskProperties properties, WorkerProperties workerProperties) {
        this.registry = registry;
        this.properties = properties;
        this.workerProperties = workerProperties;
    }

    /** @throws WrongSetup if it shall take from a queue that there is not, as nobody would notice that it does nothing */
    @Override
    public void afterSingletonsInstantiated() {
        var unknown = new TreeSet<>(workerProperties.serve());
        unknown.removeAll(registry.queues().keySet());
        if (!unknown.isEmpty()) {
            throw new WrongSetup(
                    "This worker shall take from %s, but no task waits there; there are %s."
                            .formatted(unknown, registry.queues().keySet()),
                    "Correct stampede.task.serve.");
        }
    }

    /** The tasks of each queue that it takes from, by the queue's name without the prefix. */
    Map<String, List<TaskDefinition>> queues() {
        var queues = new TreeMap<>(registry.queues());
        queues.keySet().removeIf(queue -> !isServed(queue));
        return queues;
    }

    private boolean isServed(String queue) {
        var concurrency = properties.queue(queue).concurrency();
        return (workerProperties.serve().isEmpty() || workerProperties.serve().contains(queue))
                && (concurrency == null || concurrency > 0);
    }
}
