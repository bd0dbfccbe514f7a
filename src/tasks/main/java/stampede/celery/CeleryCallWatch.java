package stampede.celery;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import stampede.support.JobScheduler;
import stampede.support.NodeRole;
import stampede.support.OnRole;
import stampede.task.TaskState;
import stampede.task.spi.AttemptEnd;
import stampede.task.spi.CancelledTasks;
import stampede.task.spi.ForeignQueues;
import stampede.task.spi.TaskEnds;
import stampede.task.spi.TaskHeaders;
import stampede.task.spi.TaskMessage;
import stampede.task.spi.TaskStep;

/**
 * Follows the tasks that were sent to Celery's workers: writes down how they ended, tells those workers what was called off, and says so
 * when a task waits for a queue that does not exist.
 */
@OnRole(NodeRole.WORKER)
class CeleryCallWatch {

    private static final Logger log = LoggerFactory.getLogger(CeleryCallWatch.class);
    private static final int MOST_AT_A_TIME = 200;
    private static final int MOST_NAMES = 1_000;

    /** Until then the queue may be on its way. */
    private static final Duration TIME_FOR_A_QUEUE = Duration.ofSeconds(5);

    private final CeleryCallRepository calls;
    private final ResultBackend results;
    private final RevokeSender revokes;
    private final CancelledTasks cancelled;
    private final TaskEnds ends;
    private final MissingQueues missing;
    private final CeleryProperties properties;
    private final Clock clock;
    private final Set<String> complained = ConcurrentHashMap.newKeySet();

    CeleryCallWatch(
            CeleryCallRepository calls,
            ResultBackend results,
            RevokeSender revokes,
            CancelledTasks cancelled,
            TaskEnds ends,
            MissingQueues missing,
            CeleryProperties properties,
            Clock clock) {
        this.calls = calls;
        this.results = results;
        this.revokes = revokes;
        this.cancelled = cancelled;
        this.ends = ends;
        this.missing = missing;
        this.properties = properties;
        this.clock = clock;
    }

    @Scheduled(fixedDelay = 500, scheduler = JobScheduler.ENGINE)
    void turn() {
        for (var claimed = claim(); !claimed.isEmpty(); claimed = claim()) {
            look(claimed);
        }
    }

    private List<CeleryCallRepository.Call> claim() {
        return calls.isAnyDue() ? calls.claim(MOST_AT_A_TIME) : List.of();
    }

    private void look(List<CeleryCallRepository.Call> claimed) {
        var ids = claimed.stream().map(CeleryCallRepository.Call::id).toList();
        var found = results.findAll(ids);
        var calledOff = cancelled.among(ids);
        var over = new HashSet<CeleryCallRepository.Call>();
        for (var call : claimed) {
            var result = Optional.ofNullable(found.get(call.id()));
            if (result.filter(known -> known.state().isFinal()).isPresent()) {
                ends.concludeHere(List.of(end(call, result.get())));
                over.add(call);
            } else if (age(call).compareTo(properties.resultExpires()) > 0) {
                over.add(call);
            } else if (calledOff.contains(call.id())) {
                revokes.send(call.id());
            }
        }
        calls.remove(over.stream().map(CeleryCallRepository.Call::id).toList());
        tellOfMissingQueues(claimed.stream()
                .filter(call -> !over.contains(call) && !found.containsKey(call.id()))
                .toList());
    }

    private Duration age(CeleryCallRepository.Call call) {
        return Duration.ofMillis(clock.millis() - call.sentMs());
    }

    private TaskStep end(CeleryCallRepository.Call call, CeleryResult result) {
        var good = result.state() == TaskState.SUCCESS;
        var error = good || result.state() != TaskState.FAILURE
                ? Optional.<String>empty()
                : Optional.of("%s: %s%n%s".formatted(result.type(), result.message(), result.traceback()));
        return step(call, result.state(), good ? Optional.of(result.result().toString()) : Optional.empty(), error);
    }

    private TaskStep step(
            CeleryCallRepository.Call call, TaskState state, Optional<String> result, Optional<String> error) {
        var message = new TaskMessage(
                call.id(),
                call.name(),
                ForeignQueues.named(call.queue()),
                1,
                Optional.empty(),
                Map.of(CeleryRequest.ELSEWHERE, true, TaskHeaders.WORKER, "Celery"),
                "[[], {}, null]".getBytes(StandardCharsets.UTF_8));
        var run = new AttemptEnd(result, error, Optional.empty(), Duration.ZERO, Optional.empty(), false);
        return new TaskStep(state, message, clock.instant(), Optional.of(run));
    }

    /** In the log once for each queue, in the history of each task, and as a figure. */
    private void tellOfMissingQueues(List<CeleryCallRepository.Call> waiting) {
        var untold = waiting.stream()
                .filter(call -> !call.told() && age(call).compareTo(TIME_FOR_A_QUEUE) > 0)
                .toList();
        missing.among(untold).forEach(this::tellOfMissing);
        missing.count();
    }

    private void tellOfMissing(String queue, List<CeleryCallRepository.Call> waiting) {
        var why =
                "RabbitMQ has no queue '%s'. The task is sent as soon as there is one: start the Celery worker that declares it, or call"
                        + " the task off";
        if (complained.size() < MOST_NAMES && complained.add(queue)) {
            log.warn("Tasks for Celery wait: {}", why.formatted(queue));
        }
        ends.concludeHere(waiting.stream()
                .map(call -> step(call, TaskState.RETRY, Optional.empty(), Optional.of(why.formatted(queue))))
                .toList());
        calls.markTold(waiting.stream().map(CeleryCallRepository.Call::id).toList());
    }
}
