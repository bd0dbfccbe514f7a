package stampede.celery;

import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.scheduling.annotation.Scheduled;
import stampede.support.JobScheduler;
import stampede.support.NodeRole;
import stampede.support.OnRole;
import stampede.support.rabbit.EngineConnections;

/**
 * Declares the queues by which Celery delays tasks at the broker since 5.5, as its own workers do when they start: where only Java serves
 * a queue there may be none of those. A delay is written in 28 binary digits in front of the routing key, and each digit has a queue of
 * as many seconds. All is declared exactly as Celery does, or the broker would refuse whoever comes second.
 */
@OnRole(NodeRole.WORKER)
class CeleryDelayQueues {

    static final String DELIVERY = "celery_delayed_delivery";

    private static final Logger log = LoggerFactory.getLogger(CeleryDelayQueues.class);
    private static final int HIGHEST = 27;

    private final ConnectionFactory connections;
    private final List<String> queues;
    private boolean declared;
    private boolean failing;

    CeleryDelayQueues(@EngineConnections ConnectionFactory connections, CeleryProperties properties) {
        this.connections = connections;
        this.queues = properties.queues().stream()
                .filter(CeleryProperties.Served::nativeDelays)
                .map(CeleryProperties.Served::name)
                .toList();
    }

    @Scheduled(fixedDelay = 10, timeUnit = TimeUnit.SECONDS, scheduler = JobScheduler.ENGINE)
    void turn() {
        if (declared || queues.isEmpty()) {
            return;
        }
        try (var connection = connections.createConnection();
                var channel = connection.createChannel(false)) {
            declareLevels(channel);
            for (var queue : queues) {
                lead(channel, queue);
            }
            declared = true;
        } catch (IOException | TimeoutException | AmqpException failure) {
            if (!failing) {
                log.warn(
                        "Celery's own delays are not declared, trying on. The exchange of a queue has to be a topic exchange",
                        failure);
            }
            failing = true;
        }
    }

    private static void declareLevels(Channel channel) throws IOException {
        channel.exchangeDeclare(DELIVERY, BuiltinExchangeType.TOPIC, true);
        for (int level = 0; level <= HIGHEST; level++) {
            channel.exchangeDeclare(level(level), BuiltinExchangeType.TOPIC, true);
            channel.queueDeclare(level(level), true, false, false, arguments(level));
            var digits = "*.".repeat(HIGHEST - level);
            channel.queueBind(level(level), level(level), digits + "1.#");
            channel.exchangeBind(below(level), level(level), digits + "0.#");
        }
    }

    private static Map<String, Object> arguments(int level) {
        var arguments = new HashMap<String, Object>();
        arguments.put("x-queue-type", "quorum");
        arguments.put("x-overflow", "reject-publish");
        arguments.put("x-message-ttl", (1L << level) * 1000);
        arguments.put("x-dead-letter-exchange", below(level));
        arguments.put("x-dead-letter-strategy", "at-least-once");
        return arguments;
    }

    private static String level(int level) {
        return "celery_delayed_" + level;
    }

    private static String below(int level) {
        return level == 0 ? DELIVERY : level(level - 1);
    }

    private static void lead(Channel channel, String queue) throws IOException {
        channel.exchangeDeclare(queue, BuiltinExchangeType.TOPIC, true);
        channel.exchangeBind(queue, DELIVERY, "#." + queue);
        channel.queueBind(queue, queue, "#." + queue);
    }
}
