package stampede.celery;

import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stampede.task.TaskId;
import stampede.task.Tasks;
import stampede.task.spi.KnownTasks;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers what Celery's remote control asks. It looks and revokes; what would change or end a worker is refused, because whoever
 * reaches the broker may ask, and such orders belong to the console, where they are audited.
 */
class CeleryControl {

    private static final Logger log = LoggerFactory.getLogger(CeleryControl.class);

    private final Tasks tasks;
    private final KnownTasks known;
    private final CeleryQueues served;
    private final CeleryProperties properties;
    private final CeleryWorker worker;
    private final CeleryInspection report;
    private final JsonMapper json;

    CeleryControl(
            Tasks tasks,
            KnownTasks known,
            CeleryQueues served,
            CeleryProperties properties,
            CeleryWorker worker,
            CeleryInspection report,
            JsonMapper json) {
        this.tasks = tasks;
        this.known = known;
        this.served = served;
        this.properties = properties;
        this.worker = worker;
        this.report = report;
        this.json = json;
    }

    JsonNode answer(String method, JsonNode arguments) {
        return switch (method) {
            case "ping" -> json.createObjectNode().put("ok", "pong");
            case "registered", "dump_tasks" -> names();
            case "active", "dump_active" -> report.active();
            case "active_queues" -> report.queues();
            case "stats" -> report.stats();
            case "conf", "dump_conf" -> settings();
            case "clock" -> json.createObjectNode().put("clock", worker.tick());
            // A task that waits for its time is in the outbox or in a lane, one that is called off is a row: no worker
            // holds any.
            case "scheduled", "dump_schedule", "reserved", "dump_reserved", "revoked", "dump_revoked" ->
                json.createArrayNode();
            case "revoke" -> revoke(arguments);
            case "enable_events", "disable_events" -> events();
            default ->
                json.createObjectNode()
                        .put("error", "%s is not taken from Celery's control; use the console".formatted(method));
        };
    }

    /** Only what may be called: the rest is nobody's business outside. */
    private JsonNode names() {
        var names = json.createArrayNode();
        known.names().stream()
                .filter(name -> served.served().stream().anyMatch(queue -> queue.takes(name)))
                .forEach(names::add);
        return names;
    }

    /** Those that hold in every case and that somebody may want to know; no secrets. */
    private JsonNode settings() {
        var settings = json.createObjectNode();
        settings.put("task_acks_late", true).put("task_reject_on_worker_lost", true);
        settings.put("task_serializer", "json").put("task_default_queue", properties.defaultQueue());
        settings.putArray("accept_content").add("json");
        return settings.put("result_expires", properties.resultExpires().toSeconds());
    }

    /** Every node hears it; the first one writes the row. */
    private JsonNode revoke(JsonNode arguments) {
        var asked = arguments.path("task_id");
        var ids = (asked.isArray() ? asked.valueStream() : Stream.of(asked))
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .filter(id -> !id.isBlank() && id.length() <= 64)
                .toList();
        try {
            ids.forEach(id -> tasks.cancel(new TaskId(id)));
        } catch (RuntimeException failure) {
            log.warn("Celery's control asked to revoke {}, which failed", ids, failure);
            return json.createObjectNode().put("error", "not revoked: " + failure.getMessage());
        }
        return json.createObjectNode().put("ok", "tasks %s flagged as revoked".formatted(String.join(", ", ids)));
    }

    private JsonNode events() {
        return json.createObjectNode()
                .put("ok", "events are %s by stampede.celery.events".formatted(properties.events() ? "on" : "off"));
    }
}
