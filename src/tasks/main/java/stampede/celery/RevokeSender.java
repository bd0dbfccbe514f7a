package stampede.celery;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.BuiltinExchangeType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import stampede.support.rabbit.EngineConnections;
import stampede.task.TaskId;
import tools.jackson.databind.json.JsonMapper;

/** Tells all workers of Celery's to revoke a task. They keep no such orders, so one is repeated until the task has ended. */
class RevokeSender {

    private static final Logger log = LoggerFactory.getLogger(RevokeSender.class);
    private static final String CONTROL = "celery.pidbox";

    private final ConnectionFactory connections;
    private final CeleryWorker worker;
    private final JsonMapper json;

    RevokeSender(@EngineConnections ConnectionFactory connections, CeleryWorker worker, JsonMapper json) {
        this.connections = connections;
        this.worker = worker;
        this.json = json;
    }

    void send(TaskId id) {
        var order = json.createObjectNode().put("method", "revoke");
        order.putObject("arguments")
                .put("task_id", id.value())
                .put("terminate", true)
                .put("signal", "SIGTERM");
        order.putNull("destination").putNull("pattern").putNull("matcher");
        var message = new BasicProperties.Builder()
                .contentType("application/json")
                .contentEncoding("utf-8")
                .deliveryMode(1)
                .headers(Map.of("clock", worker.tick(), "expires", 0))
                .build();
        try (var connection = connections.createConnection();
                var channel = connection.createChannel(false)) {
            channel.exchangeDeclare(CONTROL, BuiltinExchangeType.FANOUT, false);
            channel.basicPublish(
                    CONTROL, "", message, json.writeValueAsString(order).getBytes(StandardCharsets.UTF_8));
        } catch (IOException | TimeoutException | AmqpException away) {
            log.debug("{} is not revoked yet, trying on", id, away);
        }
    }
}
