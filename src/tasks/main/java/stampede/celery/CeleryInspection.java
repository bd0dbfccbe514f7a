package stampede.celery;

import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stampede.task.spi.TaskMessage;
import stampede.task.spi.TaskPayloads;
import stampede.task.spi.TaskStep;
import stampede.task.spi.WorkerCapacity;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What this node tells of itself as a worker of Celery's would: what runs, where it takes tasks from, what it has done. */
class CeleryInspection {

    private static final Logger log = LoggerFactory.getLogger(CeleryInspection.class);

    private static final int LARGEST_TOLD = 8 * 1024;

    private final WorkerCapacity capacity;
    private final CeleryRunningTasks running;
    private final CeleryWorker worker;
    private final TaskPayloads payloads;
    private final JsonMapper json;

    CeleryInspection(
            WorkerCapacity capacity,
            CeleryRunningTasks running,
            CeleryWorker worker,
            TaskPayloads payloads,
            JsonMapper json) {
        this.capacity = capacity;
        this.running = running;
        this.worker = worker;
        this.payloads = payloads;
        this.json = json;
    }

    JsonNode active() {
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
        task.put("worker_pid", CeleryWorker.pid());
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

    JsonNode queues() {
        var queues = json.createArrayNode();
        capacity.queues().forEach(queue -> {
            var name = worker.brokerName(queue);
            var entry = queues.addObject();
            entry.put("name", name).put("routing_key", name).put("durable", true);
            entry.putObject("exchange").put("name", "").put("type", "direct");
        });
        return queues;
    }

    JsonNode stats() {
        var stats = json.createObjectNode();
        var total = stats.putObject("total");
        running.ended().forEach((name, count) -> total.put(name, count.sum()));
        stats.put("pid", CeleryWorker.pid());
        stats.put("clock", Long.toString(worker.tick()));
        stats.put(
                "uptime",
                TimeUnit.MILLISECONDS.toSeconds(
                        ManagementFactory.getRuntimeMXBean().getUptime()));
        stats.put("prefetch_count", capacity.prefetch());
        stats.putObject("pool").put("implementation", "stampede").put("max-concurrency", capacity.concurrency());
        return stats;
    }
}
