package stampede.celery;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stampede.task.TaskId;
import stampede.task.TaskNotSent;
import stampede.task.TaskState;
import stampede.task.Tasks;
import stampede.task.spi.ForeignQueues;
import stampede.task.spi.MessageTime;
import stampede.task.spi.TaskHeaders;
import stampede.task.spi.TaskRequest;
import stampede.task.spi.TaskRequests;
import tools.jackson.databind.json.JsonMapper;

/** Sends to Celery's queues and looks for results where Celery's workers leave them. */
class CeleryCaller implements CeleryTasks {

    private static final Duration FIRST_LOOK = Duration.ofMillis(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(100);

    private final TaskRequests requests;
    private final Tasks tasks;
    private final CeleryCallRepository calls;
    private final ResultBackend results;
    private final CeleryProperties properties;
    private final JsonMapper json;
    private final Clock clock;

    CeleryCaller(
            TaskRequests requests,
            Tasks tasks,
            CeleryCallRepository calls,
            ResultBackend results,
            CeleryProperties properties,
            JsonMapper json,
            Clock clock) {
        this.requests = requests;
        this.tasks = tasks;
        this.calls = calls;
        this.results = results;
        this.properties = properties;
        this.json = json;
        this.clock = clock;
    }

    @Override
    public boolean cancel(TaskId id) {
        return tasks.cancel(id);
    }

    @Override
    public TaskId send(CeleryCall call) {
        var queue = call.queue().orElse(properties.defaultQueue());
        var due = due(call);
        calls.add(call.id(), call.task(), queue, due);
        try {
            requests.send(new TaskRequest(
                    call.id(),
                    call.task(),
                    ForeignQueues.named(queue),
                    call.args().stream().map(json::writeValueAsString).toList(),
                    json.writeValueAsString(call.kwargs()),
                    due,
                    headers(call, due)));
        } catch (TaskNotSent notSent) {
            calls.remove(List.of(call.id()));
            throw notSent;
        }
        return call.id();
    }

    private Optional<Instant> due(CeleryCall call) {
        return call.when().delay().map(clock.instant()::plus).or(call.when()::due);
    }

    private Map<String, @Nullable Object> headers(CeleryCall call, Optional<Instant> due) {
        Map<String, @Nullable Object> headers = new HashMap<>();
        headers.put("ignore_result", false);
        call.when()
                .expires()
                .ifPresent(time ->
                        headers.put("expires", MessageTime.write(clock.instant().plus(time))));
        due.ifPresent(time -> headers.put("eta", MessageTime.write(time)));
        call.limits().priority().ifPresent(priority -> headers.put(TaskHeaders.PRIORITY, priority));
        headers.put(
                "timelimit",
                Arrays.asList(
                        seconds(call.limits().hard()), seconds(call.limits().soft())));
        return headers;
    }

    private static @Nullable Double seconds(Optional<Duration> limit) {
        return limit.map(time -> time.toMillis() / 1000.0).orElse(null);
    }

    @Override
    public TaskState state(TaskId id) {
        return find(id).map(CeleryResult::state).orElse(TaskState.PENDING);
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
                throw new CeleryTaskNotDone(id, entry.map(CeleryResult::state).orElse(TaskState.PENDING), most);
            }
        }
    }

    private <T> Optional<T> value(CeleryResult entry, TaskId id, Class<T> type) {
        if (entry.state() == TaskState.SUCCESS) {
            return Optional.ofNullable(entry.result().isNull() ? null : json.treeToValue(entry.result(), type));
        }
        throw new CeleryTaskFailed(id, entry.type(), entry.message(), entry.traceback());
    }

    private Optional<CeleryResult> find(TaskId id) {
        return results.find(id).map(json::readTree).map(CeleryResult::new);
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
}
