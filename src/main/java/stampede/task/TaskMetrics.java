package stampede.task;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** How tasks end and how long they take: the timer {@code stampede.tasks}, by task and outcome. */
@Component
class TaskMetrics {

    private final MeterRegistry meters;
    private final Map<Key, Timer> timers = new ConcurrentHashMap<>();

    TaskMetrics(MeterRegistry meters) {
        this.meters = meters;
    }

    /** Counts one task; the time is that of the whole run it was in, so for a batch that of the batch. */
    void ran(String task, Ending ending, Duration time) {
        timers.computeIfAbsent(new Key(task, ending.outcome()), this::timer).record(time);
    }

    /** Counts a task that was given up for good. */
    void died(String task) {
        meters.counter("stampede.task.deaths", "task", task).increment();
    }

    private Timer timer(Key key) {
        return Timer.builder("stampede.tasks")
                .description("Runs of tasks")
                .tag("task", key.task())
                .tag("outcome", key.outcome())
                .publishPercentiles(0.5, 0.99)
                .register(meters);
    }

    private record Key(String task, String outcome) {}
}
