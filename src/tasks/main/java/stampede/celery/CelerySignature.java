package stampede.celery;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import stampede.task.TaskId;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A task that Celery wants to be sent when another one has ended, as it stands in that one's message. Reading it throws nothing: what
 * is missing is empty, because a message from elsewhere must not keep a finished task from being acknowledged.
 */
record CelerySignature(JsonNode json) {

    /** Those in a list, or the only one, or none. */
    static List<CelerySignature> listOf(@Nullable JsonNode json) {
        if (json == null || json.isNull() || json.isMissingNode()) {
            return List.of();
        }
        return json.isArray()
                ? json.valueStream().map(CelerySignature::new).toList()
                : List.of(new CelerySignature(json));
    }

    /** Empty for one that no task can be made of. */
    Optional<String> task() {
        return text(json.path("task")).filter(name -> !name.isBlank());
    }

    Kind kind() {
        return switch (json.path("subtask_type").asString("")) {
            case "group" -> Kind.GROUP;
            case "chain" -> Kind.CHAIN;
            case "chord" -> Kind.CHORD;
            default -> Kind.TASK;
        };
    }

    /** The tasks that a group or a chain is made of. */
    List<CelerySignature> members() {
        return kind() == Kind.TASK ? List.of() : listOf(json.path("kwargs").path("tasks"));
    }

    /** The tasks that a chord's body waits for. */
    List<CelerySignature> header() {
        var header = json.path("kwargs").path("header");
        return header.isArray() ? listOf(header) : new CelerySignature(header).members();
    }

    /** The id of a chord's header, if it has one. */
    Optional<String> headerId() {
        return new CelerySignature(json.path("kwargs").path("header")).textOption("task_id");
    }

    /** The same task as one of a chord's header. */
    CelerySignature inChord(JsonNode body, int place) {
        if (!(json.deepCopy() instanceof ObjectNode changed)) {
            return this;
        }
        var options = changed.path("options") instanceof ObjectNode given ? given : changed.putObject("options");
        options.set("chord", body);
        options.put("group_index", place);
        return new CelerySignature(changed);
    }

    Stream<JsonNode> args() {
        return json.path("args").valueStream();
    }

    ObjectNode kwargs() {
        return json.path("kwargs") instanceof ObjectNode kwargs ? kwargs : JsonNodeFactory.instance.objectNode();
    }

    /** Whether the result of the task before is not wanted as the first argument. */
    boolean isImmutable() {
        return json.path("immutable").asBoolean(false);
    }

    JsonNode option(String name) {
        return json.path("options").path(name);
    }

    Optional<String> textOption(String name) {
        return text(option(name)).filter(value -> !value.isBlank());
    }

    /** The id that Celery's client waits for; empty if nobody gave it one, or one that cannot be an id here. */
    Optional<TaskId> id() {
        return textOption("task_id").filter(id -> id.length() <= 64).map(TaskId::new);
    }

    /** The ids of all tasks in it. */
    Stream<TaskId> ids() {
        return Stream.concat(id().stream(), members().stream().flatMap(CelerySignature::ids));
    }

    private static Optional<String> text(JsonNode node) {
        return node.isString() ? Optional.of(node.stringValue()) : Optional.empty();
    }

    enum Kind {
        TASK,
        GROUP,
        CHAIN,
        CHORD
    }
}
