package stampede.celery;

import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.core.AmqpAdmin;
import org.springframework.amqp.core.QueueInformation;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import stampede.support.rabbit.EngineConnections;
import stampede.task.admin.ForeignCalls;

/** The queues that Celery's own workers serve: the database knows what was sent there, the broker what waits and who takes it. */
class CeleryCallQueues implements ForeignCalls {

    private static final Logger log = LoggerFactory.getLogger(CeleryCallQueues.class);

    private final CeleryCallRepository calls;
    private final AmqpAdmin broker;

    CeleryCallQueues(CeleryCallRepository calls, @EngineConnections ConnectionFactory connections) {
        this.calls = calls;
        this.broker = new RabbitAdmin(connections);
    }

    @Override
    public List<OfQueue> byQueue() {
        return calls.byQueue().stream().map(this::withTheBrokersFigures).toList();
    }

    private OfQueue withTheBrokersFigures(OfQueue queue) {
        var seen = look(queue.queue());
        return new OfQueue(
                queue.queue(),
                queue.waiting(),
                queue.oldest(),
                queue.missingSince(),
                seen.map(QueueInformation::getMessageCount),
                seen.map(found -> (long) found.getConsumerCount()));
    }

    private Optional<QueueInformation> look(String queue) {
        try {
            return Optional.ofNullable(broker.getQueueInfo(queue));
        } catch (AmqpException away) {
            log.debug("RabbitMQ cannot be asked about {}", queue, away);
            return Optional.empty();
        }
    }
}
