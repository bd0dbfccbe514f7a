package stampede.celery;

import java.time.Instant;
import java.util.List;
import stampede.task.TaskId;
import stampede.task.spi.AttemptEnd;
import stampede.task.spi.MessageTime;
import stampede.task.spi.TaskStep;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.NullNode;

/** Writes how a task ended as Celery's result backend does. */
class ResultFormat {

    private final JsonMapper json;

    ResultFormat(JsonMapper json) {
        this.json = json;
    }

    /** @param children what was sent because the task ended, as {@link SignatureSender} tells it */
    ResultBackend.Result of(TaskStep end, CeleryRequest request, List<JsonNode> children) {
        return switch (end.state()) {
            case SUCCESS ->
                entry(CeleryResult.SUCCESS, returned(end), NullNode.getInstance(), end.at(), request, children);
            case RETRY -> failed(CeleryResult.RETRY, end, request);
            case FAILURE -> failed(CeleryResult.FAILURE, end, request);
            case CANCELLED -> revoked(RemoteError.REVOKED, end, request);
            case EXPIRED -> revoked(RemoteError.EXPIRED, end, request);
            case PENDING, SCHEDULED, STARTED ->
                throw new IllegalArgumentException("Not the end of an attempt: " + end.state());
        };
    }

    /** For a task that runs; it has no end yet. */
    ResultBackend.Result started(CeleryRequest request) {
        var entry = json.createObjectNode();
        entry.put("status", CeleryResult.STARTED);
        entry.putObject("result").put("pid", CeleryWorker.pid()).put("hostname", "stampede");
        entry.putNull("traceback");
        entry.putArray("children");
        entry.putNull("date_done");
        entry.put("task_id", request.clientsId());
        return new ResultBackend.Result(CeleryResult.STARTED, json.writeValueAsString(entry));
    }

    /** For a task that is not sent, because the one before it failed; if that one is brought back, this may still come. */
    ResultBackend.Result neverSent(TaskId id, RemoteError error, Instant at) {
        var entry = json.createObjectNode();
        entry.put("status", CeleryResult.FAILURE);
        entry.set("result", error.json());
        entry.putNull("traceback");
        entry.putArray("children");
        entry.put("date_done", MessageTime.write(at));
        entry.put("task_id", id.value());
        entry.put("unsent", true);
        return new ResultBackend.Result(CeleryResult.FAILURE, json.writeValueAsString(entry));
    }

    private ResultBackend.Result failed(String status, TaskStep end, CeleryRequest request) {
        var text = errorOf(end);
        return entry(
                status,
                RemoteError.of(text).json(),
                json.getNodeFactory().stringNode(text),
                end.at(),
                request,
                List.of());
    }

    private ResultBackend.Result revoked(RemoteError why, TaskStep end, CeleryRequest request) {
        return entry(CeleryResult.REVOKED, why.json(), NullNode.getInstance(), end.at(), request, List.of());
    }

    private ResultBackend.Result entry(
            String status,
            JsonNode result,
            JsonNode traceback,
            Instant at,
            CeleryRequest request,
            List<JsonNode> children) {
        var entry = json.createObjectNode();
        entry.put("status", status);
        entry.set("result", result);
        entry.set("traceback", traceback);
        entry.putArray("children").addAll(children);
        entry.put("date_done", MessageTime.write(at));
        request.group().ifPresent(group -> entry.put("group_id", group));
        request.parent().ifPresent(parent -> entry.put("parent_id", parent));
        entry.put("task_id", request.clientsId());
        return new ResultBackend.Result(status, json.writeValueAsString(entry));
    }

    private JsonNode returned(TaskStep end) {
        return end.run().flatMap(AttemptEnd::result).map(json::readTree).orElseGet(NullNode::getInstance);
    }

    static String errorOf(TaskStep end) {
        return end.run().flatMap(AttemptEnd::error).orElse("");
    }
}
