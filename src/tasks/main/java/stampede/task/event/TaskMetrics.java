package stampede.task.event;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.SmartInitializingSingleton;
import stampede.task.attempt.AttemptOutcome;
import stampede.task.handler.TaskRegistry;
import stampede.task.spi.TaskObserver;
import stampede.task.spi.TaskStep;

/**
 * How tasks end and how long they take: the timer {@code stampede.tasks}, by task and outcome. What is sent: {@code
 * stampede.task.sends}. How late what had to wait begins: {@code stampede.task.lateness}, by queue. Times are counted in buckets, which
 * can be added up over nodes; percentiles of single nodes cannot.
 */
public class TaskMetrics implements TaskObserver, SmartInitializingSingleton {

    private static final String UNKNOWN = "unknown";

    private static final Duration[] BUCKETS = {
        Duration.ofMillis(5),
        Duration.ofMillis(20),
        Duration.ofMillis(100),
        Duration.ofMillis(500),
        Duration.ofSeconds(2),
        Duration.ofSeconds(10),
        Duration.ofSeconds(60)
    };

    private final MeterRegistry meters;
    private final TaskRegistry registry;
    private final Map<Key, Timer> timers = new ConcurrentHashMap<>();
    private final Map<String, Counter> sends = new ConcurrentHashMap<>();
    private final Map<String, Timer> lateness = new ConcurrentHashMap<>();

    TaskMetrics(MeterRegistry meters, TaskRegistry registry) {
        this.meters = meters;
        this.registry = registry;
    }

    /** With 0: of a counter that appears with a number, Prometheus does not see what was counted until then. */
    @Override
    public void afterSingletonsInstantiated() {
        var done = new AttemptOutcome.Done(Optional.empty()).outcome();
        registry.names().forEach(this::deaths);
        registry.names().forEach(task -> timer(new Key(task, done)));
        deaths(UNKNOWN);
    }

    /** Counts one task; the time is that of the whole run it was in, so for a batch that of the batch. */
    public void countRun(String task, AttemptOutcome attemptOutcome, Duration time) {
        timers.computeIfAbsent(new Key(task, attemptOutcome.outcome()), this::timer)
                .record(time);
    }

    /** Counts a task that was given up for good; those that no handler here knows as one, for their names may be anything. */
    public void countDeath(String task) {
        deaths(registry.byName(task).isPresent() ? task : UNKNOWN).increment();
    }

    @Override
    public void observe(TaskStep step) {
        var message = step.message();
        switch (step.state()) {
            case PENDING, SCHEDULED ->
                sends.computeIfAbsent(message.name(), this::sends).increment();
            case STARTED ->
                message.due()
                        .ifPresent(due -> lateness.computeIfAbsent(message.queue(), this::lateness)
                                .record(later(due, step.at())));
            case RETRY, SUCCESS, FAILURE, CANCELLED, EXPIRED -> {
                // The run itself was counted where it ended.
            }
        }
    }

    private static Duration later(Instant due, Instant begun) {
        return begun.isBefore(due) ? Duration.ZERO : Duration.between(due, begun);
    }

    private Counter deaths(String task) {
        return Counter.builder("stampede.task.deaths")
                .description("Tasks given up for good")
                .tag("task", task)
                .register(meters);
    }

    private Counter sends(String task) {
        return Counter.builder("stampede.task.sends")
                .description("Tasks sent, in transactions those that committed")
                .tag("task", task)
                .register(meters);
    }

    private Timer lateness(String queue) {
        return Timer.builder("stampede.task.lateness")
                .description("How long after its time a task began that had to wait for one")
                .tag("queue", queue)
                .serviceLevelObjectives(BUCKETS)
                .register(meters);
    }

    private Timer timer(Key key) {
        return Timer.builder("stampede.tasks")
                .description("Runs of tasks")
                .tag("task", key.task())
                .tag("outcome", key.outcome())
                .serviceLevelObjectives(BUCKETS)
                .register(meters);
    }

    private record Key(String task, String outcome) {}
}
