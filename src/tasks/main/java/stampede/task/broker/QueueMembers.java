package stampede.task.broker;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import stampede.support.rabbit.EngineConnections;
import tools.jackson.databind.JsonNode;

/**
 * By how many nodes of RabbitMQ each of our queues is kept. A quorum queue that was declared while one node ran alone has one member for
 * ever, until somebody grows it (https://www.rabbitmq.com/docs/quorum-queues#replica-management); over AMQP nobody sees that.
 */
public class QueueMembers {

    /** However often health is asked. */
    private static final Duration ASKED_AGAIN_AFTER = Duration.ofSeconds(10);

    private final ConnectionFactory connections;
    private final Topology topology;
    private final int wanted;
    private final Optional<ManagementApi> api;

    private Optional<Map<String, Integer>> few = Optional.empty();
    private long askAgainAt = System.nanoTime();

    QueueMembers(
            @EngineConnections ConnectionFactory connections, Topology topology, VirtualHostProperties properties) {
        this.connections = connections;
        this.topology = topology;
        this.wanted = properties.members();
        this.api = wanted > 0 ? properties.api() : Optional.empty();
    }

    /** How many members each queue shall have; 0 if nobody wants to know. */
    public int wanted() {
        return wanted;
    }

    /** Queues with fewer members than wanted, and how many these have, as seen at most ten seconds ago; empty if RabbitMQ did not say. */
    public synchronized Optional<Map<String, Integer>> few() {
        if (api.isPresent() && System.nanoTime() - askAgainAt >= 0) {
            few = ask(api.get());
            askAgainAt = System.nanoTime() + ASKED_AGAIN_AFTER.toNanos();
        }
        return few;
    }

    private Optional<Map<String, Integer>> ask(ManagementApi management) {
        try {
            var found = new TreeMap<String, Integer>();
            for (var queue : management.get(path())) {
                var name = queue.path("name").asString();
                if (isOurs(queue, name) && queue.path("members").size() < wanted) {
                    found.put(name, queue.path("members").size());
                }
            }
            return Optional.of(found);
        } catch (IOException away) {
            return Optional.empty();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Queues of other systems stay as their owners made them. */
    private boolean isOurs(JsonNode queue, String name) {
        return queue.path("type").asString().equals("quorum") && topology.has(name);
    }

    private String path() {
        var host = URLEncoder.encode(connections.getVirtualHost(), StandardCharsets.UTF_8);
        return "/api/queues/" + host + "?columns=name,type,members";
    }
}
