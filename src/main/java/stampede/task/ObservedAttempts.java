package stampede.task;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Runs tasks and tells those who watch: what runs now, what has begun, how it ended and how long it took. */
@Component
class ObservedAttempts {

    private final RunningTasks running;
    private final QueueFigures figures;
    private final Steps steps;
    private final TaskMetrics metrics;
    private final Clock clock;

    ObservedAttempts(RunningTasks running, QueueFigures figures, Steps steps, TaskMetrics metrics, Clock clock) {
        this.running = running;
        this.figures = figures;
        this.steps = steps;
        this.metrics = metrics;
        this.clock = clock;
    }

    /**
     * Answers how each ended, in their order.
     *
     * @param queue without the prefix
     * @throws Outage.HandBack if the node stops and they were not run, or not to the end
     */
    List<EndedTask> run(List<Arrival> tasks, Runner how, String queue) {
        var start = System.nanoTime();
        tasks.forEach(task -> started(task, queue));
        var run = running.begin(tasks, queue);
        try {
            var endings = how.run(tasks);
            var ended = new ArrayList<EndedTask>(tasks.size());
            for (int index = 0; index < tasks.size(); index++) {
                ended.add(end(tasks.get(index), endings.get(index), start, queue));
            }
            return ended;
        } finally {
            running.end(run);
        }
    }

    private EndedTask end(Arrival arrival, Ending told, long start, String queue) {
        var ending = arrival.context().isCancelled() && told.hasFailed() ? new Ending.Cancelled() : told;
        var runtime = Duration.ofNanos(System.nanoTime() - start);
        figures.ended(queue, 1);
        metrics.ran(arrival.task().name(), ending, runtime);
        return new EndedTask(arrival.envelope(), ending, runtime);
    }

    private void started(Arrival arrival, String queue) {
        steps.observe(new TaskStep(
                TaskState.STARTED, arrival.envelope().message(arrival.id(), queue), clock.instant(), Optional.empty()));
    }
}
