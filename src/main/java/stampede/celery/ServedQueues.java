package stampede.celery;

import java.util.List;
import org.springframework.stereotype.Component;
import stampede.task.ForeignQueues;

/** Tells the engine which of Celery's queues to serve. */
@Component
class ServedQueues implements ForeignQueues {

    private final CeleryProperties properties;

    ServedQueues(CeleryProperties properties) {
        this.properties = properties;
    }

    @Override
    public List<ForeignQueue> served() {
        return properties.queues().stream()
                .map(queue -> new ForeignQueue(queue.name(), queue.type() == CeleryProperties.QueueType.QUORUM))
                .toList();
    }
}
