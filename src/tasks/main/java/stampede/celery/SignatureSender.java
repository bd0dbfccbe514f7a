package stampede.celery;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stampede.task.TaskId;
import stampede.task.spi.ForeignQueues;
import stampede.task.spi.MessageTime;
import stampede.task.spi.TaskHeaders;
import stampede.task.spi.TaskRequest;
import stampede.task.spi.TaskRequests;
import stampede.task.spi.ThisNode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Sends what Celery wants to follow on a task that has ended: callbacks, the next of a chain, a whole group. Ids that Celery did not
 * give are made from the id of the task before, so that a second telling of the same end sends the same tasks, not others.
 */
class SignatureSender {

    private static final Logger log = LoggerFactory.getLogger(SignatureSender.class);
    private static final RemoteError NO_CHORDS = new RemoteError(
            "ChordsNotSupported",
            "After a task that ran in Java comes no chord whose header is anything but plain tasks, and nothing after a group or a chord but"
                    + " its body. Start it from a Celery task.",
            "stampede");

    /** Whoever may write into one queue of Celery's shall not reach all of ours by what follows on it. */
    private static final RemoteError OWN_QUEUE = new RemoteError(
            "QueueNotAllowed",
            "The queue belongs to the task engine itself. Send the task to a queue that is served for Celery.",
            "stampede");

    private final TaskRequests requests;
    private final CeleryCallRepository calls;
    private final ThisNode node;
    private final ResultBackend results;
    private final ResultFormat format;
    private final CeleryProperties properties;
    private final JsonMapper json;
    private final Clock clock;

    SignatureSender(
            TaskRequests requests,
            CeleryCallRepository calls,
            ThisNode node,
            ResultBackend results,
            ResultFormat format,
            CeleryProperties properties,
            JsonMapper json,
            Clock clock) {
        this.requests = requests;
        this.calls = calls;
        this.node = node;
        this.results = results;
        this.format = format;
        this.properties = properties;
        this.json = json;
        this.clock = clock;
    }

    /**
     * Sends it in the current transaction.
     *
     * @param argument what goes before its own arguments, unless it is immutable
     * @param rest what follows on it in its chain, the next one last
     * @return how the sent task is told among the children of the one before
     */
    Optional<JsonNode> send(CelerySignature signature, After after, JsonNode argument, List<CelerySignature> rest) {
        return switch (signature.kind()) {
            case TASK -> task(signature, after, argument, rest, signature.textOption("group_id"));
            case CHAIN -> chain(signature, after, argument, rest);
            case GROUP -> group(signature, after, argument, rest);
            case CHORD -> chord(signature, after, argument, rest);
        };
    }

    private Optional<JsonNode> task(
            CelerySignature signature,
            After after,
            JsonNode argument,
            List<CelerySignature> rest,
            Optional<String> group) {
        var name = signature.task();
        if (name.isEmpty()) {
            // What it is may hold arguments, and those may be anybody's.
            log.warn("Something that is no task was to follow on {} and is left out", after.task());
            return Optional.empty();
        }
        var id = signature.id().orElseGet(after::nextId);
        var queue = signature.textOption("queue").orElse(properties.defaultQueue());
        if (queue.startsWith(node.engine() + ".")) {
            return refuse(id, after, OWN_QUEUE);
        }
        calls.add(id, name.get(), queue, due(signature));
        requests.send(new TaskRequest(
                id,
                name.get(),
                ForeignQueues.named(queue),
                arguments(signature, argument),
                json.writeValueAsString(signature.kwargs()),
                json.writeValueAsString(embed(signature, rest)),
                due(signature),
                headers(signature, after, group)));
        return Optional.of(child(id));
    }

    private Optional<JsonNode> chain(
            CelerySignature chain, After after, JsonNode argument, List<CelerySignature> rest) {
        var members = chain.members();
        if (members.isEmpty()) {
            return Optional.empty();
        }
        var left = new ArrayList<>(rest);
        for (int index = members.size() - 1; index > 0; index--) {
            left.add(members.get(index));
        }
        return send(members.get(0), after, argument, left);
    }

    /** Celery makes a chord of a group that something follows on, so there is nothing to follow here. */
    private Optional<JsonNode> group(
            CelerySignature group, After after, JsonNode argument, List<CelerySignature> rest) {
        if (!rest.isEmpty()) {
            return refuse(group, after);
        }
        var id = group.textOption("task_id").orElseGet(() -> after.nextId().value());
        var children = json.createArrayNode();
        for (var member : group.members()) {
            (member.kind() == CelerySignature.Kind.TASK
                            ? task(member, after, argument, rest, Optional.of(id))
                            : send(member, after, argument, rest))
                    .ifPresent(children::add);
        }
        var named = json.createArrayNode().add(json.createArrayNode().add(id).addNull());
        return Optional.of(named.add(children));
    }

    /** Its tasks go as a group, each with the body that comes when all have ended; who ends last sends that. */
    private Optional<JsonNode> chord(
            CelerySignature chord, After after, JsonNode argument, List<CelerySignature> rest) {
        var header = chord.header();
        var body = chord.json().path("kwargs").path("body");
        if (header.isEmpty()
                || !rest.isEmpty()
                || !body.isObject()
                || header.stream().anyMatch(member -> member.kind() != CelerySignature.Kind.TASK)) {
            return refuse(chord, after);
        }
        var group = chord.headerId().orElseGet(() -> after.nextId().value());
        results.planChord(group, header.size());
        for (int place = 0; place < header.size(); place++) {
            task(header.get(place).inChord(body, place), after, argument, List.of(), Optional.of(group));
        }
        return new CelerySignature(body).id().map(SignatureSender::child);
    }

    /** The client that waits for it gets to know. */
    private Optional<JsonNode> refuse(CelerySignature signature, After after) {
        log.warn("What was to follow on {} is refused: {}", after.task(), NO_CHORDS.message());
        var body = new CelerySignature(signature.json().path("kwargs").path("body"));
        body.id()
                .or(signature::id)
                .ifPresent(id -> results.store(id.value(), format.neverSent(id, NO_CHORDS, clock.instant()), false));
        return Optional.empty();
    }

    private Optional<JsonNode> refuse(TaskId id, After after, RemoteError why) {
        log.warn("{} was to follow on {} and is refused: {}", id, after.task(), why.message());
        results.store(id.value(), format.neverSent(id, why, clock.instant()), false);
        return Optional.empty();
    }

    private List<String> arguments(CelerySignature signature, JsonNode argument) {
        var arguments = new ArrayList<String>();
        if (!signature.isImmutable()) {
            arguments.add(json.writeValueAsString(argument));
        }
        signature.args().map(json::writeValueAsString).forEach(arguments::add);
        return arguments;
    }

    private JsonNode embed(CelerySignature signature, List<CelerySignature> rest) {
        var embed = json.createObjectNode();
        embed.set("callbacks", list(CelerySignature.listOf(signature.option("link"))));
        embed.set("errbacks", list(CelerySignature.listOf(signature.option("link_error"))));
        embed.set("chain", list(rest));
        var chord = signature.option("chord");
        embed.set("chord", chord.isMissingNode() ? JsonNodeFactory.instance.nullNode() : chord);
        return embed;
    }

    private static JsonNode list(List<CelerySignature> signatures) {
        if (signatures.isEmpty()) {
            return JsonNodeFactory.instance.nullNode();
        }
        var list = JsonNodeFactory.instance.arrayNode();
        signatures.forEach(signature -> list.add(signature.json()));
        return list;
    }

    private Map<String, @Nullable Object> headers(CelerySignature signature, After after, Optional<String> group) {
        Map<String, @Nullable Object> headers = new LinkedHashMap<>();
        headers.put(TaskHeaders.LANGUAGE, "py");
        headers.put(TaskHeaders.ROOT, after.root());
        headers.put(TaskHeaders.PARENT, after.task().value());
        headers.put("ignore_result", signature.option("ignore_result").asBoolean(false));
        group.ifPresent(id -> headers.put("group", id));
        var index = signature.option("group_index");
        if (index.isIntegralNumber()) {
            headers.put("group_index", index.intValue());
        }
        headers.put("timelimit", Arrays.asList(number(signature, "time_limit"), number(signature, "soft_time_limit")));
        due(signature).ifPresent(due -> headers.put("eta", MessageTime.write(due)));
        expires(signature).ifPresent(end -> headers.put("expires", end));
        return headers;
    }

    private static @Nullable Number number(CelerySignature signature, String option) {
        var number = signature.option(option);
        return number.isNumber() ? number.numberValue() : null;
    }

    private Optional<Instant> due(CelerySignature signature) {
        var countdown = signature.option("countdown");
        return countdown.isNumber()
                ? Optional.of(clock.instant().plus(seconds(countdown)))
                : signature.textOption("eta").flatMap(MessageTime::read);
    }

    private Optional<String> expires(CelerySignature signature) {
        var expires = signature.option("expires");
        return expires.isNumber()
                ? Optional.of(MessageTime.write(clock.instant().plus(seconds(expires))))
                : signature.textOption("expires");
    }

    private static Duration seconds(JsonNode number) {
        return Duration.ofMillis(Math.round(number.doubleValue() * 1000));
    }

    private static JsonNode child(TaskId id) {
        var nodes = JsonNodeFactory.instance;
        return nodes.arrayNode()
                .add(nodes.arrayNode().add(id.value()).addNull())
                .addNull();
    }

    /** The task that ended, and how many without an id have followed on it so far. */
    record After(TaskId task, String root, AtomicInteger nameless) {

        After(TaskId task, String root) {
            this(task, root, new AtomicInteger());
        }

        TaskId nextId() {
            var seed = task.value() + "/" + nameless.getAndIncrement();
            return new TaskId(UUID.nameUUIDFromBytes(seed.getBytes(StandardCharsets.UTF_8))
                    .toString());
        }
    }
}
