package stampede.celery;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import stampede.task.ForeignQueues;
import stampede.task.TaskId;
import stampede.task.TaskRequest;
import stampede.task.TaskRequests;
import stampede.task.TaskState;
import stampede.task.WireTime;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Sends to Celery's queues and looks for results where Celery's workers leave them. */
@Service
class CeleryCaller implements CeleryTasks {

    private static final Duration FIRST_LOOK = Duration.ofMillis(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(100);

    private final TaskRequests requests;
    private final ResultBackend results;
    private final CeleryProperties properties;
    private final JsonMapper json;
    private final Clock clock;

    CeleryCaller(
            TaskRequests requests, ResultBackend results, CeleryProperties properties, JsonMapper json, Clock clock) {
        this.requests = requests;
        this.results = results;
        this.properties = properties;
        this.json = json;
        this.clock = clock;
    }

    @Override
    public TaskId send(CeleryCall call) {
        requests.send(new TaskRequest(
                call.id(),
                call.task(),
                ForeignQueues.named(call.queue().orElse(properties.defaultQueue())),
                call.args().stream().map(json::writeValueAsString).toList(),
                json.writeValueAsString(call.kwargs()),
                due(call),
                headers(call)));
        return call.id();
    }

    private Optional<Instant> due(CeleryCall call) {
        return call.delay().map(clock.instant()::plus).or(call::due);
    }

    private Map<String, @Nullable Object> headers(CeleryCall call) {
        Map<String, @Nullable Object> headers = new HashMap<>();
        headers.put("ignore_result", false);
        call.expires()
                .ifPresent(time ->
                        headers.put("expires", WireTime.write(clock.instant().plus(time))));
        due(call).ifPresent(due -> headers.put("eta", WireTime.write(due)));
        return headers;
    }

    @Override
    public TaskState state(TaskId id) {
        return find(id).map(Entry::state).orElse(TaskState.PENDING);
    }

    @Override
    public <T> Optional<T> await(TaskId id, Class<T> type, Duration most) {
        var deadline = System.nanoTime() + most.toNanos();
        for (var pause = FIRST_LOOK; ; pause = longer(pause)) {
            var entry = find(id);
            if (entry.filter(found -> found.state().isFinal()).isPresent()) {
                return value(entry.get(), id, type);
            }
            if (System.nanoTime() - deadline > 0 || !slept(pause)) {
                throw new CeleryTaskNotDone(id, entry.map(Entry::state).orElse(TaskState.PENDING), most);
            }
        }
    }

    private <T> Optional<T> value(Entry entry, TaskId id, Class<T> type) {
        if (entry.state() == TaskState.SUCCESS) {
            return Optional.ofNullable(entry.result().isNull() ? null : json.treeToValue(entry.result(), type));
        }
        var error = entry.result();
        throw new CeleryTaskFailed(
                id,
                error.path("exc_type").asString("Exception"),
                words(error.path("exc_message")),
                entry.traceback().asString(""));
    }

    /** Python's exceptions have a list of arguments; mostly it is one text. */
    private static String words(JsonNode message) {
        return message.size() == 1 && message.get(0).isString()
                ? message.get(0).stringValue()
                : message.isString() ? message.stringValue() : message.toString();
    }

    private Optional<Entry> find(TaskId id) {
        return results.find(id).map(json::readTree).map(Entry::new);
    }

    private static Duration longer(Duration pause) {
        var twice = pause.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }

    private static boolean slept(Duration pause) {
        try {
            Thread.sleep(pause.toMillis());
            return true;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** What a worker of Celery's has written down. */
    private record Entry(JsonNode json) {

        /** States of one's own making, which Celery allows, are steps on the way. */
        TaskState state() {
            return switch (json.path("status").asString("")) {
                case ResultFormat.SUCCESS -> TaskState.SUCCESS;
                case ResultFormat.FAILURE -> TaskState.FAILURE;
                case ResultFormat.REVOKED -> isExpired() ? TaskState.EXPIRED : TaskState.CANCELLED;
                case ResultFormat.RETRY -> TaskState.RETRY;
                case "PENDING", "RECEIVED" -> TaskState.PENDING;
                default -> TaskState.STARTED;
            };
        }

        private boolean isExpired() {
            return words(result().path("exc_message")).equals("expired");
        }

        JsonNode result() {
            return json.path("result");
        }

        JsonNode traceback() {
            return json.path("traceback");
        }
    }
}
