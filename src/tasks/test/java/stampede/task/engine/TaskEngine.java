package stampede.task.engine;

import com.rabbitmq.client.AlreadyClosedException;
import java.io.IOException;
import java.time.Duration;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import stampede.celery.CeleryAutoConfiguration;
import stampede.history.TaskHistoryAutoConfiguration;
import stampede.task.DelayLane;
import stampede.task.broker.DelayLanes;
import stampede.task.handler.TaskRegistry;
import stampede.task.spi.QueueNames;
import stampede.workflow.Bricks;

/**
 * The engine alone, without the shop, and errands and bricks for it to run. Takes its queues away when it ends, unless
 * told otherwise.
 */
@TestComponent
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = {CeleryAutoConfiguration.class, TaskHistoryAutoConfiguration.class})
@Import({Bricks.class, Chores.class, Errands.class, Movers.class, RefusingConclusion.class, StepRecorder.class})
public class TaskEngine {

    public static final Duration LANE = Duration.ofMillis(300);

    @Bean
    DelayLane lane() {
        return new DelayLane(LANE);
    }

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
