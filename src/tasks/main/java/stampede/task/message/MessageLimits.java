package stampede.task.message;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import stampede.task.TaskBrokerProperties;
import stampede.task.TaskTooLarge;
import stampede.task.spi.TaskHeaders;

/**
 * What a message may weigh. Headers have to fit into one frame, which the client notices too late for its channel, and bodies into what
 * the broker allows, which closes the channel otherwise; either way all that others have on the channel would be lost.
 */
public class MessageLimits {

    /** What client and broker agree on unless somebody has changed it. */
    public static final int FRAME = 131_072;

    /** For headers at first: an error is written beside them later, and the broker notes where they have been. */
    static final int MOST_HEADERS = 96 * 1024;

    /** For headers on the way to the next attempt or to the dead. */
    private static final int MOST_HEADERS_LATER = FRAME - 2_048;

    private static final int MOST_ERROR = 4_000;
    private static final int MOST_TEXT = 1_000;

    /** Takes less than the 255 bytes that a name may have, whatever it is made of. */
    private static final int SHORT_NAME = 85;

    /** Without these it would be another task. */
    private static final Set<String> NEEDED = Set.of(
            TaskHeaders.ID,
            TaskHeaders.TASK,
            TaskHeaders.RETRIES,
            TaskHeaders.ETA,
            TaskHeaders.EXPIRES,
            TaskHeaders.TIME_LIMIT,
            TaskHeaders.REPLAYS,
            TaskHeaders.VERSION,
            TaskHeaders.TOO_NEW,
            TaskHeaders.UNIQUE,
            TaskHeaders.LIFE,
            TaskHeaders.ADMITTED,
            TaskHeaders.AGAIN,
            TaskHeaders.QUEUE,
            TaskHeaders.ERROR,
            TaskHeaders.PLANNED,
            TaskHeaders.FINAL,
            TaskHeaders.UNSTORED,
            TaskHeaders.WORKFLOW,
            TaskHeaders.LANGUAGE,
            TaskHeaders.ROOT,
            TaskHeaders.PARENT,
            "group",
            TaskHeaders.ORIGIN);

    private final long mostBytes;

    MessageLimits(TaskBrokerProperties properties) {
        this.mostBytes = properties.maxMessageSize().toBytes();
    }

    /** How many bytes a body may have. */
    public long mostBytes() {
        return mostBytes;
    }

    /**
     * The same message, if it can be sent.
     *
     * @throws TaskTooLarge if not
     */
    public Envelope checked(Envelope envelope) {
        if (envelope.body().length > mostBytes) {
            throw new TaskTooLarge(("The task %s takes %,d bytes, and stampede.task.max-message-size is %,d:"
                            + " keep the data elsewhere, and send where it lies")
                    .formatted(envelope.task().orElse("without a name"), envelope.body().length, mostBytes));
        }
        var headers = headerFrame(envelope, MOST_HEADERS);
        if (headers.isEmpty()) {
            throw new IllegalArgumentException("The task %s has a header that no message can carry: names have at most"
                            .formatted(envelope.task().orElse("without a name"))
                    + " 255 bytes, and values are texts, numbers up to 64 bits, booleans, lists and maps of those");
        }
        if (headers.getAsLong() > MOST_HEADERS) {
            throw new TaskTooLarge(
                    "The headers of the task %s take %,d bytes, and %,d are allowed: carry less in headers"
                            .formatted(envelope.task().orElse("without a name"), headers.getAsLong(), MOST_HEADERS));
        }
        return envelope;
    }

    /** The message as it can be sent on: of headers that do not fit, the largest are left out that the task can do without. */
    public static Envelope cut(Envelope envelope) {
        var cut = cutText(envelope, TaskHeaders.ERROR, MOST_ERROR);
        if (fits(cut, MOST_HEADERS_LATER)) {
            return cut;
        }
        var largestFirst = cut.headers().entrySet().stream()
                .filter(header -> !NEEDED.contains(header.getKey()))
                .sorted(Comparator.comparingLong(MessageLimits::atMost).reversed())
                .map(Map.Entry::getKey)
                .toList();
        for (var header : largestFirst) {
            cut = cut.without(header);
            if (fits(cut, MOST_HEADERS_LATER)) {
                return cut;
            }
        }
        for (var header : List.copyOf(cut.headers().keySet())) {
            cut = cutText(cut, header, MOST_TEXT);
        }
        return cut;
    }

    private static Envelope cutText(Envelope envelope, String header, int most) {
        var value = envelope.headers().get(header);
        if (value instanceof String text) {
            return text.length() <= most ? envelope : envelope.with(header, text.substring(0, most));
        }
        return atMost(value) > most ? envelope.with(header, null) : envelope;
    }

    /** Whether the client can write the headers into a frame of so many bytes. */
    public static boolean fits(Envelope envelope, long frame) {
        var size = headerFrame(envelope, frame);
        return size.isPresent() && size.getAsLong() <= frame;
    }

    /**
     * The bytes that the frame with the headers takes, or more; exactly, if that matters. Empty if the client cannot write such headers.
     *
     * @param most from where on it matters
     */
    private static OptionalLong headerFrame(Envelope envelope, long most) {
        var estimate = atMost(envelope.headers());
        if (estimate < most) {
            return OptionalLong.of(estimate);
        }
        try {
            return OptionalLong.of(frameOf(AmqpMessages.properties(envelope, Long.toString(Long.MAX_VALUE))));
        } catch (IOException | IllegalArgumentException unwritable) {
            return OptionalLong.empty();
        }
    }

    private static long frameOf(BasicProperties properties) throws IOException {
        return properties.toFrame(0, 0).size();
    }

    /** Cheaply, as it is asked about every message: no header that is written takes more. */
    private static long atMost(@Nullable Object value) {
        if (value instanceof String text) {
            return 8 + 3L * text.length();
        }
        if (value instanceof Map<?, ?> map) {
            long size = 256;
            for (var entry : map.entrySet()) {
                size += atMost(entry);
            }
            return size;
        }
        if (value instanceof Map.Entry<?, ?> entry) {
            var name = String.valueOf(entry.getKey());
            return name.length() > SHORT_NAME ? FRAME : 3L * name.length() + atMost(entry.getValue());
        }
        if (value instanceof List<?> list) {
            long size = 8;
            for (var element : list) {
                size += atMost(element);
            }
            return size;
        }
        return value == null
                        || value instanceof Boolean
                        || value instanceof Integer
                        || value instanceof Long
                        || value instanceof Double
                ? 16
                : FRAME;
    }
}
