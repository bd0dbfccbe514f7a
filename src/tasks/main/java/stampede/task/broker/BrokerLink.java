package stampede.task.broker;

import com.rabbitmq.client.ChannelContinuationTimeoutException;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import com.rabbitmq.client.impl.AMQConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import stampede.support.WrongSetup;
import stampede.support.rabbit.EngineConnectionFactory;
import stampede.support.rabbit.EngineConnections;

/**
 * The publisher's line to the broker. Each time it is opened, the topology is declared before anything else. A line on which nothing is
 * answered is given up: a frozen broker keeps its connections, and the client alone would believe in them for minutes.
 */
public class BrokerLink {

    private static final Logger log = LoggerFactory.getLogger(BrokerLink.class);
    private static final Duration BETWEEN_CONNECTS = Duration.ofMillis(500);

    /** A broker that has confirmed nothing for so long while messages wait is not slow but gone. */
    private static final Duration SILENCE = Duration.ofSeconds(5);

    private static final Duration BETWEEN_STUCK = Duration.ofSeconds(30);

    /** Queues that are full refuse on any line. */
    private static final Duration BETWEEN_REFUSED = Duration.ofMinutes(1);

    private final ConnectionFactory connections;
    private final Topology topology;
    private final TopologySignal signal;
    private final VirtualHost virtualHost;
    private volatile @Nullable Connection connection;
    private volatile @Nullable ConfirmChannel channel;
    private final Map<String, Boolean> declared = new ConcurrentHashMap<>();
    /** The connection on which the broker has said last that it takes nothing; it may be one of the past. */
    private volatile @Nullable Connection blockedOn;

    private volatile boolean away;
    private long nextConnectNanos = System.nanoTime();
    private long nextStuckNanos = System.nanoTime();
    private long nextRefusedNanos = System.nanoTime();

    BrokerLink(
            @EngineConnections ConnectionFactory connections,
            Topology topology,
            TopologySignal signal,
            VirtualHost virtualHost) {
        var own = connections.getPublisherConnectionFactory();
        this.connections = own == null ? connections : own;
        this.topology = topology;
        this.signal = signal;
        this.virtualHost = virtualHost;
    }

    /** The connection, if the line is open. */
    Optional<Connection> connection() {
        return isOpen() ? Optional.ofNullable(connection) : Optional.empty();
    }

    /** The channel, whether it is open or not; empty before the first connection. */
    Optional<ConfirmChannel> channel() {
        return Optional.ofNullable(channel);
    }

    /**
     * Makes a queue that callers here send to and nobody here takes from, unless the broker has it; asked once for each. What cannot be
     * asked now is looked after when the line is opened.
     */
    public void declare(String queue) {
        topology.sendTo(queue);
        var unused = declared.computeIfAbsent(
                queue,
                unknown -> connection().filter(open -> isThereOn(open, queue)).isPresent() ? true : null);
    }

    private boolean isThereOn(Connection open, String queue) {
        try {
            topology.declareIfMissing(open, queue);
            return true;
        } catch (IOException | ShutdownSignalException broken) {
            log.debug("RabbitMQ cannot be asked for {}", queue, broken);
            return false;
        }
    }

    /** Whether the broker is there and takes messages, as far as one knows. */
    boolean isReady() {
        return isOpen() && !isBlocked();
    }

    /** Whether the broker is short of memory or disk and takes no messages. */
    public boolean isBlocked() {
        var current = connection;
        return current != null && current.equals(blockedOn);
    }

    public boolean isOpen() {
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
        Connection opened = null;
        try {
            opened = connections.createConnection().getDelegate();
            topology.declareOn(opened);
            watchAlarms(opened);
            channel = new ConfirmChannel(Topology.channelOn(opened), answers, signal::handleUnroutable);
            connection = opened;
            if (away) {
                log.info("RabbitMQ is back");
            }
            away = false;
        } catch (ChannelContinuationTimeoutException silent) {
            complain("RabbitMQ does not answer, trying on: {}", silent.toString());
            cutOff(opened);
        } catch (AmqpException | IOException | ShutdownSignalException unavailable) {
            complain(
                    "RabbitMQ is away, trying on: {}",
                    "%s:%d, virtual host %s: %s"
                            .formatted(
                                    connections.getHost(),
                                    connections.getPort(),
                                    connections.getVirtualHost(),
                                    EngineConnectionFactory.reasonOf(unavailable)));
            virtualHost.makeIfMissing(unavailable);
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
        } finally {
            nextConnectNanos = System.nanoTime() + BETWEEN_CONNECTS.toNanos();
        }
    }

    /**
     * Gives the line up if nothing was answered on it for a while, or if one message was left without an answer, be others answered or
     * not: a broker may wait for ever for a queue whose leader was parted from it, and only another channel asks for the new one. That is
     * done no more than twice a minute, as another line does not help a queue that has no majority. So is a line on which a queue refuses
     * all: a channel that is new to it may ask for its leader while that is dead, and then the broker refuses for as long as it is (RabbitMQ
     * 3.10.8); no more than once a minute, as a queue that is full does the same. Called by one thread.
     */
    void giveUpIfSilent() {
        var current = channel;
        if (current == null || !isReady()) {
            return;
        }
        if (current.isSilent(SILENCE)) {
            giveUp();
        } else if (current.isStuck(SILENCE) && System.nanoTime() - nextStuckNanos > 0) {
            nextStuckNanos = System.nanoTime() + BETWEEN_STUCK.toNanos();
            giveUp();
        } else if (current.isRefused(SILENCE) && System.nanoTime() - nextRefusedNanos > 0) {
            nextRefusedNanos = System.nanoTime() + BETWEEN_REFUSED.toNanos();
            complain("RabbitMQ refuses what is sent; the line is given up: {}", String.valueOf(connection));
            cutOff(connection);
        }
    }

    /** Gives the line up, as nothing comes over it; whoever writes next opens another, to the next address if there are several. */
    void giveUp() {
        complain("RabbitMQ does not answer; the line is given up: {}", String.valueOf(connection));
        cutOff(connection);
    }

    /** At the socket, because a farewell would wait for the answer of a broker that gives none, or for room to write it. */
    private static void cutOff(@Nullable Connection connection) {
        if (connection instanceof AMQConnection line) {
            line.getFrameHandler().close();
        } else if (connection != null) {
            connection.abort((int) BETWEEN_CONNECTS.toMillis());
        }
    }

    void close() {
        channel().ifPresent(ConfirmChannel::close);
        channel = null;
    }

    /** A broker that is short of memory or disk reads nothing more; what is published then would only get lost in the socket. */
    private void watchAlarms(Connection opened) {
        opened.clearBlockedListeners();
        var unused = opened.addBlockedListener(
                why -> {
                    log.warn("RabbitMQ takes no messages on {}: {}", opened, why);
                    blockedOn = opened;
                },
                () -> {
                    log.info("RabbitMQ takes messages again on {}", opened);
                    if (opened.equals(blockedOn)) {
                        blockedOn = null;
                    }
                });
    }

    private void complain(String message, String why) {
        if (!away) {
            log.warn(message, why);
        }
        away = true;
    }
}
