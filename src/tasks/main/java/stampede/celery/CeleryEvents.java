package stampede.celery;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Delivery;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import stampede.support.BackgroundThread;
import stampede.support.NodeRole;
import stampede.support.OnRole;
import stampede.support.rabbit.EngineConnections;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The line on which Celery's workers tell of themselves and are asked: one channel, used by one thread, opened again when it breaks.
 * What cannot be sent is dropped, as nothing depends on it. Exchanges are declared exactly as Celery does, or the broker
 * would refuse whoever comes second.
 */
@OnRole(NodeRole.WORKER)
class CeleryEvents implements BackgroundThread.Owner {

    static final String EVENTS = "celeryev";
    private static final String CONTROL = "celery.pidbox";
    private static final String REPLIES = "reply.celery.pidbox";

    private static final Logger log = LoggerFactory.getLogger(CeleryEvents.class);
    private static final int MOST_WAITING = 10_000;

    /** In characters, of which each takes three bytes at most and a routing key has 255. Celery's are ids. */
    private static final int LONGEST_KEY = 85;

    private static final int LONGEST_TICKET = 255;
    private static final long IDLE_MILLIS = 50;
    private static final long BETWEEN_CONNECTS_MILLIS = 1_000;

    private final ConnectionFactory connections;
    private final CeleryProperties properties;
    private final CeleryEventMessages events;
    private final CeleryControl desk;
    private final CeleryWorker worker;
    private final JsonMapper json;
    private final Clock clock;
    private final BlockingQueue<Parcel> outgoing = new ArrayBlockingQueue<>(MOST_WAITING);
    private final BackgroundThread thread = new BackgroundThread(
            "celery-broadcast", this::run, () -> {}, Duration.ofMillis(2 * BETWEEN_CONNECTS_MILLIS));
    private long nextHeartbeatNanos;

    CeleryEvents(
            @EngineConnections ConnectionFactory connections,
            CeleryProperties properties,
            CeleryEventMessages events,
            CeleryControl desk,
            CeleryWorker worker,
            JsonMapper json,
            Clock clock) {
        this.connections = connections;
        this.properties = properties;
        this.events = events;
        this.desk = desk;
        this.worker = worker;
        this.json = json;
        this.clock = clock;
    }

    @Override
    public void start() {
        if (!properties.events() && !properties.control()) {
            return;
        }
        if (properties.events()) {
            events.sendTo(event -> offer(new Parcel(EVENTS, event.routingKey(), Map.of(), event.body())));
        }
        thread.start();
    }

    @Override
    public BackgroundThread thread() {
        return thread;
    }

    private void run() {
        while (isRunning()) {
            try (var connection = connections.createConnection();
                    var channel = connection.createChannel(false)) {
                listenOn(channel);
                events.online();
                sendUntilStopped(channel);
            } catch (IOException | TimeoutException | RuntimeException broken) {
                log.debug("Celery's broadcasts are cut off, trying on", broken);
                rest();
            }
        }
    }

    private void listenOn(Channel channel) throws IOException {
        declareOn(channel);
        if (properties.control()) {
            // Without its queue the broker sends nothing more; a new channel declares it again.
            channel.basicConsume(queue(), true, (tag, delivery) -> hear(delivery), tag -> channel.abort());
        }
    }

    /** Again and again, as nobody sees it when a way between two of them is taken away. */
    private void declareOn(Channel channel) throws IOException {
        channel.exchangeDeclare(EVENTS, BuiltinExchangeType.TOPIC, true);
        if (!properties.control()) {
            return;
        }
        channel.exchangeDeclare(CONTROL, BuiltinExchangeType.FANOUT, false);
        channel.exchangeDeclare(REPLIES, BuiltinExchangeType.DIRECT, false);
        // Durable, because RabbitMQ may refuse queues that are not (4.3), unless only one connection may use them.
        // It still goes with this node.
        channel.queueDeclare(queue(), true, false, true, Map.of("x-message-ttl", 300_000, "x-expires", 10_000));
        channel.queueBind(queue(), CONTROL, "");
    }

    private String queue() {
        return worker.name() + "." + CONTROL;
    }

    private void sendUntilStopped(Channel channel) throws IOException {
        while (isRunning() && channel.isOpen()) {
            beat(channel);
            var parcel = poll();
            if (parcel != null) {
                send(parcel, channel);
            }
        }
        if (channel.isOpen()) {
            events.offline();
            for (var last = outgoing.poll(); last != null; last = outgoing.poll()) {
                send(last, channel);
            }
        }
    }

    private void beat(Channel channel) throws IOException {
        if (System.nanoTime() - nextHeartbeatNanos >= 0) {
            nextHeartbeatNanos = System.nanoTime() + properties.heartbeat().toNanos();
            declareOn(channel);
            events.heartbeat();
        }
    }

    private void send(Parcel parcel, Channel channel) throws IOException {
        Map<String, Object> headers = new HashMap<>(parcel.headers());
        headers.put("hostname", worker.name());
        var message = new BasicProperties.Builder()
                .contentType("application/json")
                .contentEncoding("utf-8")
                .deliveryMode(1)
                .headers(headers)
                .build();
        channel.basicPublish(
                parcel.exchange(),
                parcel.routingKey(),
                message,
                json.writeValueAsString(parcel.body()).getBytes(StandardCharsets.UTF_8));
    }

    /** A request that is too late, for somebody else or no request at all is passed over. What is thrown here would close the channel. */
    private void hear(Delivery request) {
        try {
            var asked = json.readTree(request.getBody());
            if (isForMe(asked) && !isTooLate(request)) {
                answer(asked, desk.answer(asked.path("method").asString(""), asked.path("arguments")));
            }
        } catch (RuntimeException nonsense) {
            log.debug("A broadcast that is no request", nonsense);
        }
    }

    private boolean isForMe(JsonNode asked) {
        var destination = asked.path("destination");
        return !destination.isArray()
                || destination.valueStream().anyMatch(name -> name.asString("").equals(worker.name()));
    }

    private boolean isTooLate(Delivery request) {
        return request.getProperties().getHeaders() != null
                && request.getProperties().getHeaders().get("expires") instanceof Number expires
                && expires.doubleValue() > 0
                && expires.doubleValue() * 1000 < clock.millis();
    }

    /**
     * Answers go where Celery's clients listen, and nowhere else: an exchange that there is not would close the channel, and by one that
     * there is anybody could have this node write into any queue.
     */
    private void answer(JsonNode asked, JsonNode answer) {
        var replyTo = asked.path("reply_to");
        var key = replyTo.path("routing_key").asString("");
        var ticket = asked.path("ticket").asString("");
        if (!replyTo.path("exchange").asString("").equals(REPLIES)
                || key.length() > LONGEST_KEY
                || ticket.length() > LONGEST_TICKET) {
            return;
        }
        offer(new Parcel(
                REPLIES,
                key,
                Map.of("ticket", ticket, "clock", worker.tick()),
                json.createObjectNode().set(worker.name(), answer)));
    }

    private void offer(Parcel parcel) {
        var unused = outgoing.offer(parcel);
    }

    private @Nullable Parcel poll() {
        try {
            return outgoing.poll(IDLE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException stop) {
            thread.end();
            return null;
        }
    }

    private void rest() {
        try {
            Thread.sleep(BETWEEN_CONNECTS_MILLIS);
        } catch (InterruptedException stop) {
            thread.end();
        }
    }

    private record Parcel(String exchange, String routingKey, Map<String, Object> headers, JsonNode body) {}
}
