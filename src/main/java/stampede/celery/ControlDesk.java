package stampede.celery;

import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import stampede.task.KnownTasks;
import stampede.task.TaskId;
import stampede.task.TaskMessage;
import stampede.task.TaskPayloads;
import stampede.task.TaskStep;
import stampede.task.Tasks;
import stampede.task.WorkerCapacity;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers what Celery's remote control asks. It looks and revokes; what would change or end a worker is refused, because whoever
 * reaches the broker may ask, and such orders belong to the console, where they are audited.
 */
@Component
class ControlDesk {

    private static final Logger log = LoggerFactory.getLogger(ControlDesk.class);

    private static final int LARGEST_TOLD = 8 * 1024;

    private final Tasks tasks;
    private final KnownTasks known;
    private final WorkerCapacity capacity;
    private final RunningHere running;
    private final CeleryProperties properties;
    private final Worker worker;
    private final ServedQueues served;
    private final TaskPayloads payloads;
    private final JsonMapper json;

    ControlDesk(
            Tasks tasks,
            KnownTasks known,
            WorkerCapacity capacity,
            RunningHere running,
            CeleryProperties properties,
            Worker worker,
            ServedQueues served,
            TaskPayloads payloads,
            JsonMapper json) {
        this.tasks = tasks;
        this.known = known;
        this.capacity = capacity;
        this.running = running;
        this.properties = properties;
        this.worker = worker;
        this.served = served;
        this.payloads = payloads;
        this.json = json;
    }

    JsonNode answer(String method, JsonNode arguments) {
        return switch (method) {
            case "ping" -> json.createObjectNode().put("ok", "pong");
            case "registered", "dump_tasks" -> names();
            case "active", "dump_active" -> active();
            case "active_queues" -> queues();
            case "stats" -> stats();
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

    private JsonNode active() {
        var active = json.createArrayNode();
        running.tasks().forEach(step -> active.add(active(step)));
        return active;
    }

    private ObjectNode active(TaskStep step) {
        var task = json.createObjectNode();
        task.put("id", step.message().id().value());
        task.put("name", step.message().name());
        task.put("type", step.message().name());
        arguments(step.message(), task);
        task.put("hostname", worker.name());
        task.put("time_start", step.at().toEpochMilli() / 1000.0);
        task.put("acknowledged", false);
        task.put("worker_pid", Worker.pid());
        task.putObject("delivery_info")
                .put("exchange", "")
                .put("routing_key", worker.brokerName(step.message().queue()))
                .put("redelivered", false);
        return task;
    }

    /** What is secret is masked; those of a large message are not told. */
    private void arguments(TaskMessage message, ObjectNode task) {
        var args = task.putArray("args");
        var kwargs = task.putObject("kwargs");
        if (message.body().length > LARGEST_TOLD) {
            return;
        }
        try {
            var told = json.readTree(payloads.readable(message.name(), message.body()));
            told.path(0).valueStream().forEach(args::add);
            if ((told.isArray() ? told.path(1) : told) instanceof ObjectNode named) {
                kwargs.setAll(named);
            }
        } catch (JacksonException unreadable) {
            log.debug("Arguments that are no JSON are not told", unreadable);
        }
    }

    private JsonNode queues() {
        var queues = json.createArrayNode();
        capacity.queues().forEach(queue -> {
            var name = worker.brokerName(queue);
            var entry = queues.addObject();
            entry.put("name", name).put("routing_key", name).put("durable", true);
            entry.putObject("exchange").put("name", "").put("type", "direct");
        });
        return queues;
    }

    private JsonNode stats() {
        var stats = json.createObjectNode();
        var total = stats.putObject("total");
        running.ended().forEach((name, count) -> total.put(name, count.sum()));
        stats.put("pid", Worker.pid());
        stats.put("clock", Long.toString(worker.tick()));
        stats.put(
                "uptime",
                TimeUnit.MILLISECONDS.toSeconds(
                        ManagementFactory.getRuntimeMXBean().getUptime()));
        stats.put("prefetch_count", capacity.prefetch());
        stats.putObject("pool").put("implementation", "stampede").put("max-concurrency", capacity.concurrency());
        return stats;
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
