package stampede.task.broker;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.amqp.rabbit.connection.AbstractConnectionFactory;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.amqp.autoconfigure.CachingConnectionFactoryConfigurer;
import stampede.support.rabbit.EngineConnections;
import stampede.task.TaskProperties;
import stampede.task.spi.QueueNames;

/**
 * Makes the consumers of this node's queues. Those of the engine's own share one connection. Each queue of another system has one to
 * itself: whatever strangers put into it can break no other's.
 */
public class QueueConsumers implements DisposableBean {

    private final ConnectionFactory connections;
    private final CachingConnectionFactoryConfigurer settings;
    private final QueueNames names;
    private final QueueFigures figures;
    private final TopologySignal signal;
    private final TaskProperties properties;
    private final Map<String, Foreign> foreign = new ConcurrentHashMap<>();

    QueueConsumers(
            @EngineConnections ConnectionFactory connections,
            CachingConnectionFactoryConfigurer settings,
            QueueNames names,
            QueueFigures figures,
            TopologySignal signal,
            TaskProperties properties) {
        this.connections = connections;
        this.settings = settings;
        this.names = names;
        this.figures = figures;
        this.signal = signal;
        this.properties = properties;
    }

    /**
     * A consumer of one queue.
     *
     * @param queue without the prefix
     */
    public QueueConsumer of(String queue) {
        figures.inHand(queue, 0);
        var breaker = new ConsumerCircuitBreaker(System::nanoTime);
        var line = connections;
        if (QueueNames.isForeign(queue) && connections instanceof AbstractConnectionFactory shared) {
            var own = new CachingConnectionFactory(shared.getRabbitConnectionFactory());
            settings.configure(own);
            own.afterPropertiesSet();
            foreign.put(queue, new Foreign(own, breaker));
            line = own;
        }
        return new QueueConsumer(
                line, names.queue(queue), arguments(queue), change -> figures.inHand(queue, change), signal, breaker);
    }

    /** From 4.3 on a broker goes by the consumer's own timeout, but refuses to be told of one by those of classic queues. */
    private Map<String, Object> arguments(String queue) {
        return QueueNames.isForeign(queue)
                ? Map.of()
                : Map.of(Subscription.TIMEOUT, properties.consumerTimeout().toMillis());
    }

    /** Queues of other systems that are left alone, by the engine's name for them. */
    public Map<String, NotServed> notServed() {
        var all = new TreeMap<String, NotServed>();
        foreign.forEach((queue, line) -> line.breaker()
                .trouble()
                .ifPresent(why -> all.put(
                        queue,
                        new NotServed(names.queue(queue), why, line.breaker().troubleFor()))));
        return all;
    }

    @Override
    public void destroy() {
        foreign.values().forEach(line -> line.connections().destroy());
    }

    /**
     * A queue that is left alone.
     *
     * @param atBroker its name there
     * @param lasts for how long there has been trouble
     */
    public record NotServed(String atBroker, String why, Duration lasts) {}

    private record Foreign(CachingConnectionFactory connections, ConsumerCircuitBreaker breaker) {}
}
