package stampede.task.broker;

import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stampede.support.WrongSetup;
import stampede.task.TaskBrokerProperties;
import stampede.task.handler.TaskRegistry;
import stampede.task.spi.ForeignQueues;
import stampede.task.spi.QueueNames;

/**
 * Everything the engine needs at the broker. Declared before anything is published or consumed on a new connection,
 * because a dead-letter target that is missing when a message expires holds that message up for minutes.
 */
public class Topology {

    private static final Logger log = LoggerFactory.getLogger(Topology.class);
    private static final String DELIVERY_LIMIT = "x-delivery-limit";
    private static final int MOST_DELIVERIES = 20;

    /** What is passed on harms nobody, and comes again only when lines break; some brokers have a limit even if none is asked for. */
    private static final int DUE_DELIVERY_LIMIT = 1_000;

    private final QueueNames names;
    private final TaskRegistry registry;
    private final DelayLanes delayLanes;
    private final TaskBrokerProperties properties;

    /** Queues that callers here send to, and of which nobody here knows the tasks. */
    private final Set<String> sentTo = ConcurrentHashMap.newKeySet();

    /** Whether the dead-letter queue was made without saying that it has no limit, on a broker that wants it said. */
    private volatile boolean isPlain;

    Topology(QueueNames names, TaskRegistry registry, DelayLanes delayLanes, TaskBrokerProperties properties) {
        this.names = names;
        this.registry = registry;
        this.delayLanes = delayLanes;
        this.properties = properties;
    }

    /**
     * Declares what is missing and checks what is there. Also bindings, which nobody can ask for, are there afterwards.
     *
     * @throws WrongSetup if a queue or exchange of that name exists with other properties
     * @throws IOException if the broker cannot be asked
     */
    void declareOn(Connection connection) throws IOException {
        var channel = channelOn(connection);
        declareOn(channel);
        channel.abort();
    }

    /**
     * The names of queues and exchanges of ours that the broker does not have. It says nothing of bindings.
     *
     * @throws IOException if the broker cannot be asked
     */
    Set<String> missingOn(Connection connection) throws IOException {
        var missing = new TreeSet<String>();
        var left = parts();
        while (!left.isEmpty()) {
            look(channelOn(connection), left, missing);
        }
        return missing;
    }

    /** From now on this queue, given without the prefix, is looked after as well. */
    void sendTo(String queue) {
        sentTo.add(queue);
    }

    /**
     * Makes a queue from which nobody here takes, if there is none of its name. Whoever takes from it may have made it in another way.
     *
     * @throws IOException if the broker cannot be asked
     */
    void declareIfMissing(Connection connection, String queue) throws IOException {
        var name = names.queue(queue);
        var channel = channelOn(connection);
        if (exists(connection, name)) {
            channel.queueBind(name, names.exchange(), name);
        } else {
            work(channel, name);
        }
        channel.abort();
    }

    /** The queues, without the prefix, that settings declare or that callers here send to, and from which nobody here takes. */
    public Set<String> idleQueues() {
        var idle = new TreeSet<>(registry.idleQueues());
        sentTo.stream().filter(queue -> !registry.queues().containsKey(queue)).forEach(idle::add);
        return idle;
    }

    /** Whether a queue or an exchange of this name is one that is declared here. */
    boolean has(String name) {
        return parts().stream().anyMatch(part -> part.name().equals(name));
    }

    /**
     * A new channel.
     *
     * @throws IOException if the connection has as many channels as it may (channel_max); the client answers null for that
     */
    public static Channel channelOn(Connection connection) throws IOException {
        var channel = connection.createChannel();
        if (channel == null) {
            throw new IOException("The connection has no channel left");
        }
        return channel;
    }

    /** Whether the broker said that what it was asked about is not there. */
    public static boolean isMissing(IOException failure) {
        return failure.getCause() instanceof ShutdownSignalException closed
                && String.valueOf(closed.getReason()).contains("NOT_FOUND");
    }

    /** Until one is missing: on that the broker closes the channel. */
    private static void look(Channel channel, Queue<Part> left, Set<String> missing) throws IOException {
        while (!left.isEmpty()) {
            var part = left.remove();
            try {
                part.look(channel);
            } catch (IOException failure) {
                if (!isMissing(failure)) {
                    throw failure;
                }
                missing.add(part.name());
                return;
            }
        }
        channel.abort();
    }

    private Queue<Part> parts() {
        var parts = new ArrayDeque<Part>();
        parts.add(new Part(names.exchange(), true));
        parts.add(new Part(names.dead(), false));
        parts.add(new Part(names.due(), true));
        parts.add(new Part(names.due(), false));
        registry.queues().keySet().forEach(queue -> parts.add(new Part(names.queue(queue), false)));
        idleQueues().forEach(queue -> parts.add(new Part(names.queue(queue), false)));
        for (var delay : delayLanes.all()) {
            parts.add(new Part(names.lane(delay), true));
            parts.add(new Part(names.lane(delay), false));
        }
        return parts;
    }

    private void declareOn(Channel channel) throws IOException {
        try {
            channel.exchangeDeclare(names.exchange(), BuiltinExchangeType.DIRECT, true);
            dead(channel);
            due(channel);
            for (var queue : registry.queues().keySet()) {
                if (!QueueNames.isForeign(queue)) {
                    work(channel, names.queue(queue));
                }
            }
            for (var queue : idleQueues()) {
                declareIfMissing(channel.getConnection(), queue);
            }
            for (var queue : registry.foreignQueues()) {
                foreign(channel, queue);
            }
            for (var delay : delayLanes.all()) {
                lane(channel, delay);
            }
        } catch (IOException failure) {
            throw explained(failure);
        }
    }

    private void work(Channel channel, String queue) throws IOException {
        var arguments = quorum();
        deadLetter(arguments, MOST_DELIVERIES);
        channel.queueDeclare(queue, true, false, false, arguments);
        channel.queueBind(queue, names.exchange(), queue);
    }

    private void deadLetter(Map<String, Object> arguments, int deliveryLimit) {
        arguments.put(DELIVERY_LIMIT, deliveryLimit);
        arguments.put("x-dead-letter-exchange", names.exchange());
        arguments.put("x-dead-letter-routing-key", names.dead());
        arguments.put("x-dead-letter-strategy", "at-least-once");
    }

    /**
     * Without a delivery limit, because its messages have nowhere else to go. Since RabbitMQ 4 that has to be said, and before it must
     * not be. What a queue was made with cannot be changed, so one that an earlier broker or release made stays as it is.
     */
    private void dead(Channel channel) throws IOException {
        var plain = quorum();
        var unlimited = quorum();
        unlimited.put(DELIVERY_LIMIT, -1);
        if (isPlain || !hasLimitsByDefault(channel.getConnection())) {
            channel.queueDeclare(names.dead(), true, false, false, plain);
        } else if (!isDeclared(channel.getConnection(), names.dead(), unlimited)) {
            channel.queueDeclare(names.dead(), true, false, false, plain);
            isPlain = true;
            log.warn(
                    "The queue {} was made before RabbitMQ 4, which drops from it what was returned 20 times; see the runbook",
                    names.dead());
        }
        channel.queueBind(names.dead(), names.exchange(), names.dead());
    }

    static boolean hasLimitsByDefault(Connection connection) {
        var version = String.valueOf(connection.getServerProperties().get("version"));
        var major = version.split("\\.", 2)[0];
        return major.matches("\\d{1,4}") && Integer.parseInt(major) >= 4;
    }

    /** On a channel of its own, because the broker closes the one on which it says no. */
    private static boolean isDeclared(Connection connection, String queue, Map<String, Object> arguments)
            throws IOException {
        var own = channelOn(connection);
        try {
            own.queueDeclare(queue, true, false, false, arguments);
            own.abort();
            return true;
        } catch (IOException failure) {
            if (isOtherwise(failure)) {
                return false;
            }
            throw failure;
        }
    }

    /** The binding is for what comes back from a lane or from the dead; whoever the queue belongs to does not see it. */
    private void foreign(Channel channel, ForeignQueues.ForeignQueue queue) throws IOException {
        if (!exists(channel.getConnection(), queue.name())) {
            channel.exchangeDeclare(
                    queue.name(), queue.topic() ? BuiltinExchangeType.TOPIC : BuiltinExchangeType.DIRECT, true);
            Map<String, Object> arguments = queue.quorum() ? Map.of("x-queue-type", "quorum") : Map.of();
            channel.queueDeclare(queue.name(), true, false, false, arguments);
            channel.queueBind(queue.name(), queue.name(), queue.name());
        }
        channel.queueBind(queue.name(), names.exchange(), queue.name());
    }

    /** On a channel of its own, because the broker closes the one on which it says no. */
    static boolean exists(Connection connection, String queue) throws IOException {
        var asking = channelOn(connection);
        try {
            asking.queueDeclarePassive(queue);
            asking.abort();
            return true;
        } catch (IOException failure) {
            if (isMissing(failure)) {
                return false;
            }
            throw failure;
        }
    }

    /**
     * Without a limit of its length, and behind an exchange that leads everything into it: a lane can always get rid of what has
     * waited, whatever became of the queue that it is meant for. The broker would keep what it cannot deliver in the lane, and stop
     * the lane after 32 of that.
     */
    private void due(Channel channel) throws IOException {
        var arguments = quorum();
        arguments.remove("x-max-length");
        deadLetter(arguments, DUE_DELIVERY_LIMIT);
        channel.exchangeDeclare(names.due(), BuiltinExchangeType.FANOUT, true);
        channel.queueDeclare(names.due(), true, false, false, arguments);
        channel.queueBind(names.due(), names.due(), "");
    }

    /** What expires keeps its routing key, the name of the queue it is meant for, so one lane serves every queue. */
    private void lane(Channel channel, Duration delay) throws IOException {
        var name = names.lane(delay);
        var arguments = quorum();
        arguments.put("x-message-ttl", delay.toMillis());
        arguments.put("x-dead-letter-exchange", names.due());
        arguments.put("x-dead-letter-strategy", "at-least-once");
        channel.exchangeDeclare(name, BuiltinExchangeType.FANOUT, true);
        channel.queueDeclare(name, true, false, false, arguments);
        channel.queueBind(name, name, "");
    }

    private Map<String, Object> quorum() {
        var arguments = new HashMap<String, Object>();
        arguments.put("x-queue-type", "quorum");
        arguments.put("x-overflow", "reject-publish");
        arguments.put("x-max-length", properties.maxLength());
        return arguments;
    }

    private static boolean isOtherwise(IOException failure) {
        return failure.getCause() instanceof ShutdownSignalException closed
                && String.valueOf(closed.getReason()).contains("PRECONDITION_FAILED");
    }

    private static IOException explained(IOException failure) {
        if (isOtherwise(failure) && failure.getCause() instanceof ShutdownSignalException closed) {
            throw new WrongSetup(
                    "RabbitMQ has a queue or an exchange of ours with other properties: " + closed.getReason(),
                    "Let the workers finish what waits in it, then delete it (what is still on its way to it waits until it is"
                            + " there again), or set stampede.task.prefix to another name.");
        }
        return failure;
    }

    /** A queue or an exchange. */
    private record Part(String name, boolean exchange) {

        void look(Channel channel) throws IOException {
            if (exchange) {
                channel.exchangeDeclarePassive(name);
            } else {
                channel.queueDeclarePassive(name);
            }
        }
    }
}
