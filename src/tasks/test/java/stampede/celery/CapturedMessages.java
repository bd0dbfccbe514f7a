package stampede.celery;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a real Celery once sent or wrote down, kept as it was. */
public final class CapturedMessages {

    public static final String MESSAGES_5_2_6 = "task_messages_5.2.6.json";
    public static final String MESSAGES_5_6_2 = "task_messages_5.6.2.json";
    public static final String DELAYED_5_6_2 = "delayed_5.6.2.json";

    private static final JsonMapper JSON = new JsonMapper();

    private CapturedMessages() {}

    /** Messages as RabbitMQ delivered them. */
    public static List<Message> messages(String file) {
        return JSON.readTree(text(file))
                .valueStream()
                .map(message -> new Message(
                        headers(message.get("properties").get("application_headers")),
                        message.get("body").stringValue()))
                .toList();
    }

    private static Map<String, @Nullable Object> headers(JsonNode json) {
        Map<String, @Nullable Object> headers = new HashMap<>();
        headers.putAll(JSON.convertValue(json, new TypeReference<Map<String, @Nullable Object>>() {}));
        return headers;
    }

    /** What Celery's result backend held of tasks: the values of {@code celery-task-meta-…}. */
    static Stream<String> results() {
        var lines = text("results_5.2.6.txt").lines().toList();
        return IntStream.range(1, lines.size())
                .filter(line -> lines.get(line - 1).startsWith("== celery-task-meta-"))
                .mapToObj(lines::get);
    }

    /** What two workers made of messages that have little more than a task and an id: a line for each, and what kind it was. */
    static Stream<Minimal> minimal() {
        return text("minimal_messages.txt")
                .lines()
                .map(line -> line.split(" -> ", 2))
                .filter(parts -> parts.length == 2)
                .map(parts -> new Minimal(parts[0], parts[1]));
    }

    private static String text(String file) {
        try {
            return new ClassPathResource(file, CapturedMessages.class).getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    /** A task's message. */
    public record Message(Map<String, @Nullable Object> headers, String body) {}

    /**
     * A message and what came of it.
     *
     * @param kind what was peculiar about it
     * @param result the first hundred or so characters of the entry in the result backend
     */
    record Minimal(String kind, String result) {

        @Override
        public String toString() {
            return kind;
        }
    }
}
