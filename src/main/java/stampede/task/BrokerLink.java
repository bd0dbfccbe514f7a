package stampede.task;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.stereotype.Component;
import stampede.support.WrongSetup;

/** The publisher's line to the broker. Each time it is opened, the topology is declared before anything else. */
@Component
class BrokerLink {

    private static final Logger log = LoggerFactory.getLogger(BrokerLink.class);
    private static final Duration BETWEEN_CONNECTS = Duration.ofMillis(500);

    private final ConnectionFactory connections;
    private final Topology topology;
    private volatile @Nullable ConfirmChannel channel;
    private volatile boolean blocked;
    private boolean away;
    private long nextConnectNanos = System.nanoTime();

    BrokerLink(ConnectionFactory connections, Topology topology) {
        var own = connections.getPublisherConnectionFactory();
        this.connections = own == null ? connections : own;
        this.topology = topology;
    }

    /** The channel, whether it is open or not; empty before the first connection. */
    Optional<ConfirmChannel> channel() {
        return Optional.ofNullable(channel);
    }

    /** Whether the broker is there and takes messages, as far as one knows. */
    boolean isReady() {
        return isOpen() && !blocked;
    }

    boolean isOpen() {
        var current = channel;
        return current != null && current.isOpen();
    }

    /**
     * Opens the line. Without a broker it logs that and returns.
     *
     * @param answers where the outcomes of publishes are told
     * @throws WrongSetup if the broker has queues of ours with other properties
     */
    void open(Executor answers) {
        try {
            var connection = connections.createConnection().getDelegate();
            try (var declaring = connection.createChannel()) {
                topology.declareOn(declaring);
            }
            watchAlarms(connection);
            channel = new ConfirmChannel(connection.createChannel(), answers);
            if (away) {
                log.info("RabbitMQ is back");
            }
            away = false;
        } catch (AmqpException | IOException | TimeoutException | ShutdownSignalException unavailable) {
            complain("RabbitMQ is away, trying on: {}", unavailable.toString());
        }
    }

    /** Opens the line again if it is down, but not more often than twice a second. */
    void reopen(Executor answers) {
        if (isOpen() || System.nanoTime() - nextConnectNanos < 0) {
            return;
        }
        try {
            open(answers);
        } catch (WrongSetup wrong) {
            complain("Nothing can be published: {}", wrong.getMessage() + " " + wrong.remedy());
        }
        nextConnectNanos = System.nanoTime() + BETWEEN_CONNECTS.toNanos();
    }

    void close() {
        channel().ifPresent(ConfirmChannel::close);
        channel = null;
    }

    /** A broker that is short of memory or disk reads nothing more; what is published then would only get lost in the socket. */
    private void watchAlarms(Connection connection) {
        blocked = false;
        connection.clearBlockedListeners();
        var unused = connection.addBlockedListener(why -> blocked = true, () -> blocked = false);
    }

    private void complain(String message, String why) {
        if (!away) {
            log.warn(message, why);
        }
        away = true;
    }
}
