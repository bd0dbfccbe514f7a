package stampede.celery;

import java.util.List;
import stampede.support.WrongSetup;
import stampede.task.spi.ForeignQueues;

/** Tells the engine which of Celery's queues to serve. */
class CeleryQueues implements ForeignQueues {

    private final CeleryProperties properties;

    CeleryQueues(CeleryProperties properties) {
        this.properties = properties;
    }

    @Override
    public List<ForeignQueue> served() {
        return properties.queues().stream().map(CeleryQueues::served).toList();
    }

    private static ForeignQueue served(CeleryProperties.Served queue) {
        if (queue.tasks().isEmpty()) {
            throw new WrongSetup(
                    "Celery's queue %s is to be served, but no task may be called by it.".formatted(queue.name()),
                    "Name those that may in stampede.celery.queues[…].tasks, such as reports.*: whoever may write into the queue may call"
                            + " them.");
        }
        return new ForeignQueue(
                queue.name(), queue.type() == CeleryProperties.QueueType.QUORUM, queue.nativeDelays(), queue.tasks());
    }
}
