package stampede.task.broker;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import stampede.support.rabbit.EngineConnections;

/**
 * Makes the virtual host again if somebody has deleted it and the program was given an administrator's way to do so. Over AMQP nobody
 * can, and the account that it works with should have no right to.
 */
class VirtualHost {

    private static final Logger log = LoggerFactory.getLogger(VirtualHost.class);

    private final ConnectionFactory connections;
    private final VirtualHostProperties properties;

    VirtualHost(@EngineConnections ConnectionFactory connections, VirtualHostProperties properties) {
        this.connections = connections;
        this.properties = properties;
    }

    /** @param refusal what the broker said when it was connected to */
    void makeIfMissing(Throwable refusal) {
        properties.api().filter(given -> isMissing(refusal)).ifPresent(this::make);
    }

    private boolean isMissing(Throwable refusal) {
        var words = "vhost " + connections.getVirtualHost() + " not found";
        return Stream.<Throwable>iterate(refusal, cause -> cause != null, Throwable::getCause)
                .limit(10)
                .anyMatch(cause -> String.valueOf(cause.getMessage()).contains(words));
    }

    private void make(ManagementApi api) {
        var host = URLEncoder.encode(connections.getVirtualHost(), StandardCharsets.UTF_8);
        var user = URLEncoder.encode(connections.getUsername(), StandardCharsets.UTF_8);
        try {
            api.put("/api/vhosts/" + host, "{}");
            api.put(
                    "/api/permissions/" + host + "/" + user,
                    "{\"configure\": \".*\", \"write\": \".*\", \"read\": \".*\"}");
            log.warn("RabbitMQ had lost the virtual host {}; it was made again", connections.getVirtualHost());
        } catch (IOException failure) {
            log.warn("The virtual host {} cannot be made again: {}", connections.getVirtualHost(), failure.toString());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
