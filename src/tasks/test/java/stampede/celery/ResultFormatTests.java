package stampede.celery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.spi.AttemptEnd;
import stampede.task.spi.MessageTime;
import stampede.task.spi.TaskMessage;
import stampede.task.spi.TaskStep;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Results are written as Celery 5.2.6 wrote them: the same fields in the same order, and but for the traceback the same values. */
class ResultFormatTests {

    private final JsonMapper json = new JsonMapper();
    private final ResultFormat format = new ResultFormat(json);

    @ParameterizedTest
    @MethodSource("stampede.celery.CapturedMessages#results")
    void writesWhatCeleryWrote(String captured) {
        var theirs = (ObjectNode) json.readTree(captured);
        var end = end(theirs);
        var children = theirs.get("children").valueStream().toList();

        var written = format.of(end, CeleryRequest.of(end.message(), json), children);

        var ours = (ObjectNode) json.readTree(written.json());
        assertThat(written.status()).isEqualTo(text(theirs, "status"));
        assertThat(ours.propertyNames()).containsExactlyElementsOf(theirs.propertyNames());
        assertThat(text(ours, "date_done")).isEqualTo(text(theirs, "date_done") + "+00:00");
        assertThat(ours.get("traceback").getNodeType())
                .isEqualTo(theirs.get("traceback").getNodeType());
        assertThat(comparable(ours)).isEqualTo(comparable(theirs));
    }

    private static ObjectNode comparable(ObjectNode entry) {
        var result = entry.deepCopy();
        result.remove(List.of("date_done", "traceback"));
        var message = result.path("result").path("exc_message").path(0);
        if (message.asString("").equals("terminated")) {
            // Here it is not told whether a task that was called off had begun.
            ((ObjectNode) result.get("result")).putArray("exc_message").add("revoked");
        }
        return result;
    }

    /** The end of a task of ours that is like theirs. */
    private TaskStep end(ObjectNode entry) {
        var state = state(text(entry, "status"));
        var error =
                state == TaskState.FAILURE ? Optional.of(stackTrace(entry.get("result"))) : Optional.<String>empty();
        var result =
                state == TaskState.SUCCESS ? Optional.of(entry.get("result").toString()) : Optional.<String>empty();
        Map<String, @Nullable Object> headers = new HashMap<>();
        headers.put("group", entry.path("group_id").asString(null));
        headers.put("parent_id", entry.path("parent_id").asString(null));
        var message = new TaskMessage(
                new TaskId(text(entry, "task_id")),
                "shop.add",
                "foreign.celery",
                1,
                Optional.empty(),
                headers,
                new byte[0]);
        Instant at = MessageTime.read(text(entry, "date_done")).orElseThrow();
        return new TaskStep(
                state,
                message,
                at,
                Optional.of(new AttemptEnd(result, error, Optional.empty(), Duration.ZERO, Optional.empty(), false)));
    }

    private static TaskState state(String status) {
        return switch (status) {
            case "SUCCESS" -> TaskState.SUCCESS;
            case "FAILURE" -> TaskState.FAILURE;
            case "REVOKED" -> TaskState.CANCELLED;
            default -> throw new IllegalArgumentException(status);
        };
    }

    /** As if Python's exception were one of Java's. */
    private static String stackTrace(JsonNode error) {
        return "%s.%s: %s\n\tat shop.Shop.sell(Shop.java:20)\n"
                .formatted(
                        text(error, "exc_module"),
                        text(error, "exc_type"),
                        error.get("exc_message").get(0).stringValue());
    }

    private static String text(JsonNode node, String field) {
        return node.get(field).stringValue();
    }
}
