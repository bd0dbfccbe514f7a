package stampede.task.testing;

import com.rabbitmq.client.AlreadyClosedException;
import java.io.IOException;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import stampede.task.broker.DelayLanes;
import stampede.task.handler.TaskRegistry;
import stampede.task.spi.QueueNames;

/** Takes the queues of an engine away when it ends, unless told otherwise. */
@TestComponent
@Configuration(proxyBeanMethods = false)
public class QueueRemoval {

    @Bean
    @ConditionalOnProperty(name = "errands.tidy-up", matchIfMissing = true)
    DisposableBean tidyUp(
            ConnectionFactory connections, TaskRegistry registry, DelayLanes delayLanes, QueueNames names) {
        return () -> {
            try (var connection = connections.createConnection();
                    var channel = connection.createChannel(false)) {
                for (var queue : registry.queues().keySet()) {
                    channel.queueDelete(names.queue(queue));
                }
                for (var lane : delayLanes.all()) {
                    channel.queueDelete(names.lane(lane));
                    channel.exchangeDelete(names.lane(lane));
                }
                channel.queueDelete(names.due());
                channel.exchangeDelete(names.due());
                channel.queueDelete(names.dead());
                channel.exchangeDelete(names.exchange());
            } catch (IOException | AlreadyClosedException gone) {
                throw new IllegalStateException("The queues of the test stay behind", gone);
            }
        };
    }
}
