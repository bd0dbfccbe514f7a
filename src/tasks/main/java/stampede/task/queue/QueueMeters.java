package stampede.task.queue;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.springframework.scheduling.annotation.Scheduled;
import stampede.support.JobScheduler;
import stampede.support.NodeRole;
import stampede.support.OnRole;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.task.admin.TaskQueue;
import stampede.task.admin.TaskQueues;

/**
 * Gauges of the cluster's queues, the same on every worker: {@code stampede.task.queue.ready}, {@code .unacked}, {@code
 * .workers} and {@code .paused}, by queue, and {@code stampede.task.dead}, the dead tasks that wait for a decision, counted up to 10,000. What the broker
 * cannot be asked about has no value meanwhile.
 */
@OnRole(NodeRole.WORKER)
class QueueMeters {

    /** Each worker counts each time. */
    private static final int MOST_DEAD = 10_000;

    private final TaskQueues queues;
    private final DeadTasks dead;
    private final MultiGauge ready;
    private final MultiGauge unacked;
    private final MultiGauge workers;
    private final MultiGauge paused;
    private volatile double deadTasks = Double.NaN;

    QueueMeters(TaskQueues queues, DeadTasks dead, MeterRegistry meters) {
        this.queues = queues;
        this.dead = dead;
        this.ready = gauge(meters, "ready", "Messages that wait");
        this.unacked = gauge(meters, "unacked", "Messages in the hands of workers");
        this.workers = gauge(meters, "workers", "Nodes that take from the queue");
        this.paused = gauge(meters, "paused", "1 while an operator lets nobody take from the queue");
        Gauge.builder("stampede.task.dead", this, watched -> watched.deadTasks)
                .description("Dead tasks that wait for a decision, counted to 10,000")
                .register(meters);
    }

    @Scheduled(fixedDelayString = "${stampede.task.measure-every:5s}", scheduler = JobScheduler.ENGINE)
    void turn() {
        var all = queues.list();
        show(ready, all, queue -> queue.ready().map(Long::doubleValue).orElse(Double.NaN));
        show(unacked, all, queue -> queue.unacked().map(Long::doubleValue).orElse(Double.NaN));
        show(workers, all, TaskQueue::workers);
        show(paused, all, queue -> queue.paused() ? 1 : 0);
        deadTasks = dead.count(DeadTask.Status.DEAD, MOST_DEAD);
    }

    private static MultiGauge gauge(MeterRegistry meters, String what, String description) {
        return MultiGauge.builder("stampede.task.queue." + what)
                .description(description)
                .register(meters);
    }

    private static void show(MultiGauge gauge, List<TaskQueue> queues, ToDoubleFunction<TaskQueue> value) {
        gauge.register(
                queues.stream()
                        .<MultiGauge.Row<?>>map(queue -> row(queue, value.applyAsDouble(queue)))
                        .toList(),
                true);
    }

    private static MultiGauge.Row<?> row(TaskQueue queue, double value) {
        return MultiGauge.Row.of(Tags.of("queue", queue.name()), value);
    }
}
