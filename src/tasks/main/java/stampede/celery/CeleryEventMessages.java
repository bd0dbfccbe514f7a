package stampede.celery;

import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.Consumer;
import stampede.task.spi.AttemptEnd;
import stampede.task.spi.TaskObserver;
import stampede.task.spi.TaskStep;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Tells of this worker and its tasks in the words of Celery's events. Arguments are not told, as they may be secret. */
class CeleryEventMessages implements TaskObserver {

    private static final double MILLIS = 1000.0;
    private static final int LONGEST_RESULT = 200;

    private final CeleryWorker worker;
    private final CeleryRunningTasks running;
    private final CeleryProperties properties;
    private final JsonMapper json;
    private final Clock clock;
    private volatile Consumer<Event> line = event -> {};

    CeleryEventMessages(
            CeleryWorker worker,
            CeleryRunningTasks running,
            CeleryProperties properties,
            JsonMapper json,
            Clock clock) {
        this.worker = worker;
        this.running = running;
        this.properties = properties;
        this.json = json;
        this.clock = clock;
    }

    /** From now on events go there; until then they are dropped. */
    void sendTo(Consumer<Event> where) {
        line = where;
    }

    void online() {
        tellOfWorker("worker-online");
    }

    void heartbeat() {
        tellOfWorker("worker-heartbeat");
    }

    void offline() {
        tellOfWorker("worker-offline");
    }

    private void tellOfWorker(String type) {
        var event = event(type, clock.instant());
        event.put("freq", properties.heartbeat().toMillis() / MILLIS);
        event.put("active", running.tasks().size());
        event.put("processed", running.endedInAll());
        var load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        event.putArray("loadavg").add(load).add(load).add(load);
        worker.software().forEach((name, value) -> event.put(name, value.toString()));
        tell(type, event);
    }

    @Override
    public void observe(TaskStep step) {
        if (properties.events()) {
            switch (step.state()) {
                case PENDING, SCHEDULED -> tellSent(step);
                case STARTED -> tellStarted(step);
                case SUCCESS -> tellSucceeded(step);
                case RETRY -> tellRetried(step);
                case FAILURE -> tellFailed("task-failed", step);
                case CANCELLED -> tellRevoked(step, false);
                case EXPIRED -> tellRevoked(step, true);
            }
        }
    }

    private void tellSent(TaskStep step) {
        var event = described("task-sent", step);
        event.put("queue", step.message().queue());
        tell("task-sent", event);
    }

    private void tellStarted(TaskStep step) {
        tell("task-received", described("task-received", step));
        tell("task-started", task("task-started", step));
    }

    private void tellSucceeded(TaskStep step) {
        var event = task("task-succeeded", step);
        var result = step.run().flatMap(AttemptEnd::result).orElse("null");
        event.put("result", result.substring(0, Math.min(result.length(), LONGEST_RESULT)));
        event.put(
                "runtime", step.run().map(run -> run.runtime().toNanos() / 1e9).orElse(0.0));
        tell("task-succeeded", event);
    }

    /** What is not tried again is told once more, as failed. */
    private void tellRetried(TaskStep step) {
        if (step.run().filter(AttemptEnd::hopeless).isEmpty()) {
            tellFailed("task-retried", step);
        }
    }

    private void tellFailed(String type, TaskStep step) {
        var event = task(type, step);
        var text = ResultFormat.errorOf(step);
        var error = RemoteError.of(text);
        event.put("exception", "%s('%s')".formatted(error.type(), error.message()));
        event.put("traceback", text);
        tell(type, event);
    }

    private void tellRevoked(TaskStep step, boolean expired) {
        var event = task("task-revoked", step);
        event.put(
                "terminated",
                !expired && step.run().filter(run -> !run.runtime().isZero()).isPresent());
        event.putNull("signum");
        event.put("expired", expired);
        tell("task-revoked", event);
    }

    private ObjectNode described(String type, TaskStep step) {
        var event = task(type, step);
        var message = step.message();
        event.put("name", message.name());
        event.put("args", "()");
        event.put("kwargs", "{...}");
        event.put("root_id", message.root());
        event.put("parent_id", message.header("parent_id").orElse(null));
        event.put("retries", message.attempt() - 1);
        event.put("eta", message.header("eta").orElse(null));
        event.put("expires", message.header("expires").orElse(null));
        return event;
    }

    private ObjectNode task(String type, TaskStep step) {
        return event(type, step.at()).put("uuid", step.message().id().value());
    }

    /** {@code utcoffset} is how many hours this process is behind UTC. */
    private ObjectNode event(String type, Instant at) {
        var event = json.createObjectNode();
        event.put("type", type);
        event.put("hostname", worker.name());
        event.put("pid", CeleryWorker.pid());
        event.put("clock", worker.tick());
        event.put("timestamp", at.toEpochMilli() / MILLIS);
        event.put("utcoffset", -ZoneId.systemDefault().getRules().getOffset(at).getTotalSeconds() / 3600);
        return event;
    }

    /** Celery's routing key has a point where the type has its first hyphen. */
    private void tell(String type, ObjectNode body) {
        line.accept(new Event(type.replaceFirst("-", "."), body));
    }

    record Event(String routingKey, JsonNode body) {}
}
