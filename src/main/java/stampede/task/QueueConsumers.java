package stampede.task;

import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.stereotype.Component;

/** Makes the consumers of this node's queues. */
@Component
class QueueConsumers {

    private final ConnectionFactory connections;
    private final QueueNames names;
    private final QueueFigures figures;
    private final TopologySignal signal;

    QueueConsumers(ConnectionFactory connections, QueueNames names, QueueFigures figures, TopologySignal signal) {
        this.connections = connections;
        this.names = names;
        this.figures = figures;
        this.signal = signal;
    }

    /** @param queue without the prefix */
    QueueConsumer of(String queue) {
        figures.inHand(queue, 0);
        return new QueueConsumer(connections, names.queue(queue), change -> figures.inHand(queue, change), signal);
    }
}
