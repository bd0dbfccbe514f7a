package stampede.celery;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.amqp.core.AmqpAdmin;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import stampede.support.NodeRole;
import stampede.support.OnRole;
import stampede.support.rabbit.EngineConnections;

/** Finds the tasks for Celery that wait for a queue which RabbitMQ does not have, and counts them. */
@OnRole(NodeRole.WORKER)
class MissingQueues {

    private final CeleryCallRepository calls;
    private final AmqpAdmin broker;
    private volatile long waiting;

    MissingQueues(CeleryCallRepository calls, @EngineConnections ConnectionFactory connections, MeterRegistry meters) {
        this.calls = calls;
        this.broker = new RabbitAdmin(connections);
        Gauge.builder("stampede.celery.calls.without.queue", () -> waiting)
                .description("Tasks sent to Celery that wait for a queue which RabbitMQ does not have")
                .register(meters);
    }

    /** Those of these calls whose queue is missing, by its name. */
    Map<String, List<CeleryCallRepository.Call>> among(List<CeleryCallRepository.Call> some) {
        var missing = some.stream().collect(Collectors.groupingBy(CeleryCallRepository.Call::queue));
        missing.keySet().removeIf(queue -> broker.getQueueInfo(queue) != null);
        return missing;
    }

    void count() {
        waiting = calls.withoutQueue();
    }
}
