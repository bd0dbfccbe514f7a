package stampede.task.message;

import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import stampede.task.TaskId;
import stampede.task.handler.PayloadDefinition;
import stampede.task.handler.TaskDefinition;
import stampede.task.handler.UnreadableTask;
import stampede.task.spi.MessageTime;
import stampede.task.spi.QueueNames;
import stampede.task.spi.TaskHeaders;
import stampede.task.spi.TaskRequest;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Turns payloads into Celery's message protocol 2 and back: the body is {@code [args, kwargs, embed]}, and the components
 * of the payload record travel as kwargs. What is said about the arguments in headers tells none of their content.
 */
public class EnvelopeConverter {

    private static final byte[] BEFORE = "[[],".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] AFTER = ",{\"callbacks\":null,\"errbacks\":null,\"chain\":null,\"chord\":null}]"
            .getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NO_BODY = {};
    private static final int EMBED = 2;
    private static final List<String> FOLLOWERS = List.of("callbacks", "errbacks", "chain", "chord");
    private static final List<@Nullable Object> NO_LIMITS = Arrays.asList(null, null);

    private final JsonMapper json;
    private final String origin;
    private final Map<Class<? extends Record>, ObjectReader> readers = new ConcurrentHashMap<>();

    /** Reads strictly, whatever the application does elsewhere: 1.9 is not 1, and "1" is text. */
    EnvelopeConverter(JsonMapper json, QueueNames names) {
        this.json = json.rebuild()
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .build();
        this.origin = names.prefix() + "@" + ProcessHandle.current().pid();
    }

    /** A message for the first attempt. */
    public Envelope write(String task, TaskId id, Record payload, Optional<Instant> eta) {
        return Envelope.taking(headers(task, id, eta), body(payload));
    }

    /**
     * Messages for the first attempts of many tasks, as few as can be.
     *
     * @param mostBytes what the body of one may have
     */
    public List<Envelope> writeTogether(TaskDefinition task, Map<TaskId, ? extends Record> payloads, long mostBytes) {
        var ids = List.copyOf(payloads.keySet());
        var bodies = payloads.values().stream().map(this::body).toList();
        var messages = new ArrayList<Envelope>(1);
        for (int from = 0; from < ids.size(); ) {
            var to = from + TaskBundle.next(ids, bodies, from, mostBytes);
            var first = Envelope.taking(headers(task.name(), ids.get(from), Optional.empty()), NO_BODY)
                    .with(TaskHeaders.VERSION, task.version());
            messages.add(
                    to == from + 1
                            ? first.withBody(bodies.get(from))
                            : TaskBundle.of(first, ids.subList(from, to), bodies.subList(from, to)));
            from = to;
        }
        return messages;
    }

    private Map<String, @Nullable Object> headers(String task, TaskId id, Optional<Instant> eta) {
        Map<String, @Nullable Object> headers = new LinkedHashMap<>();
        headers.put(TaskHeaders.LANGUAGE, "java");
        headers.put(TaskHeaders.TASK, task);
        headers.put(TaskHeaders.ID, id.value());
        headers.put("shadow", null);
        headers.put(TaskHeaders.ETA, eta.map(MessageTime::write).orElse(null));
        headers.put(TaskHeaders.EXPIRES, null);
        headers.put("group", null);
        headers.put("group_index", null);
        headers.put(TaskHeaders.RETRIES, 0);
        headers.put(TaskHeaders.TIME_LIMIT, NO_LIMITS);
        headers.put(TaskHeaders.ROOT, id.value());
        headers.put(TaskHeaders.PARENT, null);
        headers.put("argsrepr", "()");
        headers.put("kwargsrepr", "{...}");
        headers.put(TaskHeaders.ORIGIN, origin);
        headers.put("ignore_result", true);
        TaskLineage.mark(headers);
        return headers;
    }

    /** A message for the first attempt of a task whose payload is JSON already. */
    public Envelope write(TaskRequest request) {
        Map<String, @Nullable Object> headers = headers(request.name(), request.id(), request.due());
        headers.putAll(request.headers());
        var body = "[[" + String.join(",", request.args()) + "]," + request.kwargs() + "," + request.embed() + "]";
        return Envelope.taking(headers, body.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * What is sent for a payload.
     *
     * @param life 0 for a random id
     */
    public TaskRequest request(PayloadDefinition task, TaskId id, long life, String queue, Record payload) {
        Map<String, @Nullable Object> headers = new LinkedHashMap<>();
        if (life > 0) {
            headers.put(TaskHeaders.LIFE, life);
        }
        if (task.version() != 1) {
            headers.put(TaskHeaders.VERSION, task.version());
        }
        return new TaskRequest(
                id, task.name(), queue, List.of(), json.writeValueAsString(payload), Optional.empty(), headers);
    }

    /** What a handler returned, as JSON; nothing for null, which is what {@code void} returns. */
    public Optional<String> result(@Nullable Object returned) {
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
    public Record read(Envelope envelope, Class<? extends Record> type) {
        return readOurs(envelope, type)
                .orElseGet(() -> read(envelope, type, (args, kwargs) -> named(args, kwargs, type)));
    }

    /** What {@link #body} has written, without a tree of it. Empty for anything else, and for what does not fit and is to be told why. */
    private Optional<Record> readOurs(Envelope envelope, Class<? extends Record> type) {
        var body = envelope.body();
        if (!isFromJava(envelope) || !isOurs(body)) {
            return Optional.empty();
        }
        try {
            Record payload = readers.computeIfAbsent(type, json::readerFor)
                    .readValue(body, BEFORE.length, body.length - BEFORE.length - AFTER.length);
            return Optional.ofNullable(payload);
        } catch (JacksonException misfit) {
            return Optional.empty();
        }
    }

    /** The arguments as they stand in a body of the engine's own form. Empty for any other. */
    static Optional<String> kwargs(byte[] body) {
        return isOurs(body)
                ? Optional.of(new String(
                        body, BEFORE.length, body.length - BEFORE.length - AFTER.length, StandardCharsets.UTF_8))
                : Optional.empty();
    }

    /** Whether it has the form of {@link #body}, unless what it has for kwargs is no JSON. */
    private static boolean isOurs(byte[] body) {
        var end = body.length - AFTER.length;
        return end > BEFORE.length
                && body[BEFORE.length] == '{'
                && Arrays.equals(body, 0, BEFORE.length, BEFORE, 0, BEFORE.length)
                && Arrays.equals(body, end, body.length, AFTER, 0, AFTER.length);
    }

    private static boolean isFromJava(Envelope envelope) {
        return "java".equals(envelope.headers().get(TaskHeaders.LANGUAGE));
    }

    /**
     * Reads a payload of an older version, which {@code upcast} brings up to date.
     *
     * @throws UnreadableTask if the body is not a task's, does not fit the record, or has positional arguments of an old version
     */
    public Record upcast(Envelope envelope, Class<? extends Record> type, UnaryOperator<ObjectNode> upcast) {
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
            checkFollowers(body.path(EMBED));
            var named = arguments.apply(body.get(0), (ObjectNode) body.get(1));
            return payload(named, type, !isFromJava(envelope));
        } catch (JacksonException unreadable) {
            throw new UnreadableTask(unreadable.getOriginalMessage());
        }
    }

    /**
     * In Python an unknown keyword is an error. Between releases of the same Java program it is a component that one of them does not
     * have, and is left out.
     */
    private Record payload(ObjectNode arguments, Class<? extends Record> type, boolean strict) {
        try {
            var reader = readers.computeIfAbsent(type, json::readerFor);
            return (strict ? reader.with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES) : reader)
                    .readValue(arguments);
        } catch (UnrecognizedPropertyException unknown) {
            if (unknown.getPath().size() > 1) {
                return payload(arguments, type, false);
            }
            throw new UnreadableTask("it has no argument '%s'; there are %s"
                    .formatted(MessageChecks.quoted(unknown.getPropertyName()), unknown.getKnownPropertyIds()));
        } catch (DatabindException misfit) {
            throw new UnreadableTask(misfit(misfit, arguments));
        }
    }

    private static String misfit(DatabindException misfit, ObjectNode arguments) {
        var name = misfit.getPath().isEmpty() ? null : misfit.getPath().get(0).getPropertyName();
        if (name == null) {
            return misfit.getOriginalMessage();
        }
        return misfit.getPath().size() == 1 && !arguments.hasNonNull(name)
                ? "the argument '%s' is missing".formatted(name)
                : "the argument '%s' does not fit: %s".formatted(name, misfit.getOriginalMessage());
    }

    /** What Celery shall do afterwards must be signatures, or it would be left undone in silence. */
    private static void checkFollowers(JsonNode embed) {
        if (!embed.isMissingNode() && !embed.isNull() && !embed.isObject()) {
            throw new UnreadableTask(
                    "the third part of its body is not an object of callbacks, errbacks, chain and chord");
        }
        for (var follower : FOLLOWERS) {
            var signatures = embed.path(follower);
            var list = signatures.isArray() ? signatures.valueStream() : Stream.of(signatures);
            var isNone = signatures.isMissingNode() || signatures.isNull();
            if (!isNone && !list.allMatch(EnvelopeConverter::isSignature)) {
                throw new UnreadableTask("its %s is no signature of a task, nor a list of such: '%s'"
                        .formatted(follower, MessageChecks.quoted(signatures.toString())));
            }
        }
    }

    private static boolean isSignature(JsonNode signature) {
        return signature.isObject() && !signature.path("task").asString("").isBlank();
    }

    private static ObjectNode named(JsonNode args, ObjectNode kwargs, Class<? extends Record> type) {
        var components = type.getRecordComponents();
        if (args.size() > components.length) {
            throw new UnreadableTask("%d arguments for the %d of %s: %s"
                    .formatted(
                            args.size(),
                            components.length,
                            type.getSimpleName(),
                            Arrays.stream(components)
                                    .map(RecordComponent::getName)
                                    .toList()));
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
}
