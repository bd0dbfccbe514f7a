package stampede.task;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Turns payloads into Celery's message protocol 2 and back: the body is {@code [args, kwargs, embed]}, and the components
 * of the payload record travel as kwargs. What is said about the arguments in headers tells none of their content.
 */
@Component
class EnvelopeFormat {

    private static final byte[] BEFORE = "[[],".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] AFTER = ",{\"callbacks\":null,\"errbacks\":null,\"chain\":null,\"chord\":null}]"
            .getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NO_BODY = {};
    private static final List<@Nullable Object> NO_LIMITS = Arrays.asList(null, null);

    private final JsonMapper json;
    private final String origin;

    EnvelopeFormat(JsonMapper json, QueueNames names) {
        this.json = json;
        this.origin = names.prefix() + "@" + ProcessHandle.current().pid();
    }

    /** A message for the first attempt. */
    Envelope write(String task, TaskId id, Record payload, Optional<Instant> eta) {
        return new Envelope(headers(task, id, eta), body(payload));
    }

    /**
     * Messages for the first attempts of many tasks, as few as can be.
     *
     * @param mostBytes what the body of one may have
     */
    List<Envelope> writeTogether(TaskDefinition task, Map<TaskId, ? extends Record> payloads, long mostBytes) {
        var ids = List.copyOf(payloads.keySet());
        var bodies = payloads.values().stream().map(this::body).toList();
        var messages = new ArrayList<Envelope>(1);
        for (int from = 0; from < ids.size(); ) {
            var to = from + Bundle.next(ids, bodies, from, mostBytes);
            var first = new Envelope(headers(task.name(), ids.get(from), Optional.empty()), NO_BODY)
                    .with(Envelope.VERSION, task.version());
            messages.add(
                    to == from + 1
                            ? first.withBody(bodies.get(from))
                            : Bundle.of(first, ids.subList(from, to), bodies.subList(from, to)));
            from = to;
        }
        return messages;
    }

    private Map<String, @Nullable Object> headers(String task, TaskId id, Optional<Instant> eta) {
        Map<String, @Nullable Object> headers = new LinkedHashMap<>();
        headers.put("lang", "java");
        headers.put(Envelope.TASK, task);
        headers.put(Envelope.ID, id.value());
        headers.put("shadow", null);
        headers.put(Envelope.ETA, eta.map(WireTime::write).orElse(null));
        headers.put(Envelope.EXPIRES, null);
        headers.put("group", null);
        headers.put("group_index", null);
        headers.put(Envelope.RETRIES, 0);
        headers.put(Envelope.TIME_LIMIT, NO_LIMITS);
        headers.put("root_id", id.value());
        headers.put("parent_id", null);
        headers.put("argsrepr", "()");
        headers.put("kwargsrepr", "{...}");
        headers.put(Envelope.ORIGIN, origin);
        headers.put("ignore_result", true);
        Descent.mark(headers);
        return headers;
    }

    /** A message for the first attempt of a task whose payload is JSON already. */
    Envelope write(TaskRequest request) {
        Map<String, @Nullable Object> headers = headers(request.name(), request.id(), request.due());
        headers.putAll(request.headers());
        var body = "[[" + String.join(",", request.args()) + "]," + request.kwargs() + "," + request.embed() + "]";
        return new Envelope(headers, body.getBytes(StandardCharsets.UTF_8));
    }

    /** @param life 0 for a random id */
    TaskRequest request(TaskDefinition task, TaskId id, long life, String queue, Record payload) {
        Map<String, @Nullable Object> headers = new LinkedHashMap<>();
        if (life > 0) {
            headers.put(Envelope.LIFE, life);
        }
        if (task.version() != 1) {
            headers.put(Envelope.VERSION, task.version());
        }
        return new TaskRequest(
                id, task.name(), queue, List.of(), json.writeValueAsString(payload), Optional.empty(), headers);
    }

    /** What a handler returned, as JSON; nothing for null, which is what {@code void} returns. */
    Optional<String> result(@Nullable Object returned) {
        return Optional.ofNullable(returned).map(json::writeValueAsString);
    }

    private byte[] body(Record payload) {
        var kwargs = json.writeValueAsBytes(payload);
        var body = Arrays.copyOf(BEFORE, BEFORE.length + kwargs.length + AFTER.length);
        System.arraycopy(kwargs, 0, body, BEFORE.length, kwargs.length);
        System.arraycopy(AFTER, 0, body, BEFORE.length + kwargs.length, AFTER.length);
        return body;
    }

    /**
     * Reads the payload. Positional arguments fill the record's components in their order.
     *
     * @throws UnreadableTask if the body is not a task's, or does not fit the record
     */
    Record read(Envelope envelope, Class<? extends Record> type) {
        return read(envelope, type, (args, kwargs) -> named(args, kwargs, type));
    }

    /**
     * Reads a payload of an older version, which {@code upcast} brings up to date.
     *
     * @throws UnreadableTask if the body is not a task's, does not fit the record, or has positional arguments of an old version
     */
    Record upcast(Envelope envelope, Class<? extends Record> type, UnaryOperator<ObjectNode> upcast) {
        return read(envelope, type, (args, kwargs) -> {
            if (!args.isEmpty()) {
                throw new UnreadableTask(
                        "positional arguments of version %d, which have no names here".formatted(envelope.version()));
            }
            return upcast.apply(kwargs);
        });
    }

    private Record read(
            Envelope envelope, Class<? extends Record> type, BiFunction<JsonNode, ObjectNode, ObjectNode> arguments) {
        try {
            var body = json.readTree(envelope.body());
            if (!body.isArray()
                    || body.size() < 2
                    || !body.get(0).isArray()
                    || !body.get(1).isObject()) {
                throw new UnreadableTask("the body is not [args, kwargs, embed]");
            }
            if (body.size() > 2 && body.get(2).hasNonNull("chord")) {
                throw new UnreadableTask("it belongs to a Celery chord, whose end only Celery can count:"
                        + " send the header tasks to Celery's workers, or use a group and get() its results");
            }
            return json.treeToValue(arguments.apply(body.get(0), (ObjectNode) body.get(1)), type);
        } catch (JacksonException unreadable) {
            throw new UnreadableTask(unreadable.getOriginalMessage());
        }
    }

    private static ObjectNode named(JsonNode args, ObjectNode kwargs, Class<? extends Record> type) {
        var components = type.getRecordComponents();
        if (args.size() > components.length) {
            throw new UnreadableTask("%d arguments for the %d components of %s"
                    .formatted(args.size(), components.length, type.getSimpleName()));
        }
        for (int position = 0; position < args.size(); position++) {
            var name = components[position].getName();
            if (kwargs.has(name)) {
                throw new UnreadableTask("two values for " + name);
            }
            kwargs.set(name, args.get(position));
        }
        return kwargs;
    }

    /** A message that cannot be turned into its payload. */
    static final class UnreadableTask extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final String why;

        UnreadableTask(String why) {
            super("Unreadable task: " + why);
            this.why = why;
        }

        String why() {
            return why;
        }
    }
}
