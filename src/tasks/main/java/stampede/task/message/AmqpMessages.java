package stampede.task.message;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.Message;
import stampede.task.TaskId;
import stampede.task.spi.TaskHeaders;

/** Between an envelope and what the broker's client takes and gives. */
public final class AmqpMessages {

    /** What the names of headers begin with that the broker writes on messages that die or are delivered again. */
    private static final List<String> BROKERS =
            List.of("x-death", "x-first-death-", "x-last-death-", "x-delivery-count", "x-acquired-count");

    /** What the broker copies a message by, when it is published; its sender's copies were made when he did so. */
    private static final List<String> COPIES = List.of("CC", "BCC");

    private AmqpMessages() {}

    /** Properties of a persistent message; {@code messageId} tells a returned one from its neighbours. */
    public static BasicProperties properties(Envelope envelope, String messageId) {
        return new BasicProperties.Builder()
                .contentType("application/json")
                .contentEncoding("utf-8")
                .deliveryMode(2)
                .priority(envelope.priority())
                .correlationId(envelope.id().map(TaskId::value).orElse(null))
                .messageId(messageId)
                .headers(withoutCopies(envelope).headers())
                .build();
    }

    /** A stranger's message must not bring copies of itself into our queues whenever we pass it on. */
    private static Envelope withoutCopies(Envelope envelope) {
        var own = envelope;
        for (var header : COPIES) {
            own = own.headers().containsKey(header) ? own.without(header) : own;
        }
        return own;
    }

    /**
     * The envelope of a delivered message, with the broker's own headers. They must come off before it is published again,
     * because brokers before 4.0.1 take a message with {@code x-death} for one that runs in circles and drop it.
     */
    public static Envelope envelope(Message message) {
        Map<String, @Nullable Object> headers = new LinkedHashMap<>();
        message.getMessageProperties().getHeaders().forEach((name, value) -> headers.put(name, plain(value)));
        return Envelope.taking(headers, message.getBody());
    }

    /** Without what the broker wrote on it while it waited in a lane, for the same reason. */
    public static Envelope withoutDeaths(Envelope envelope) {
        Map<String, @Nullable Object> headers = new LinkedHashMap<>(envelope.headers());
        headers.keySet().removeIf(name -> BROKERS.stream().anyMatch(name::startsWith));
        return Envelope.taking(headers, envelope.body());
    }

    /** Without the broker's headers and without what the dead-letter queue wrote on it. */
    public static Envelope stripped(Envelope envelope) {
        Map<String, @Nullable Object> headers = new LinkedHashMap<>(envelope.headers());
        headers.keySet().removeIf(name -> name.startsWith("x-") && !isOurs(name));
        return Envelope.taking(headers, envelope.body());
    }

    /** What the engine or those who extend it gave the task to keep; what it was told on its way to the dead ends there. */
    private static boolean isOurs(String header) {
        return header.startsWith("x-task-") && !TaskHeaders.ON_THE_WAY_TO_THE_DEAD.contains(header);
    }

    /** What JSON can hold: foreign messages may carry times, bytes and long strings of the protocol's own types. */
    private static @Nullable Object plain(@Nullable Object value) {
        if (value == null || value instanceof Number || value instanceof Boolean || value instanceof String) {
            return value;
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> plain = new LinkedHashMap<>();
            map.forEach((name, inner) -> plain.put(String.valueOf(name), plain(inner)));
            return plain;
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> plain = new ArrayList<>();
            list.forEach(inner -> plain.add(plain(inner)));
            return plain;
        }
        if (value instanceof Date date) {
            return date.toInstant().toString();
        }
        return value instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : value.toString();
    }
}
