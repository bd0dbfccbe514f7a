package stampede.task.worker;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import stampede.support.OutageRetry;
import stampede.task.TaskState;
import stampede.task.attempt.AttemptOutcome;
import stampede.task.attempt.EndedTask;
import stampede.task.attempt.ReceivedTask;
import stampede.task.attempt.RunningTasks;
import stampede.task.attempt.TaskRunner;
import stampede.task.broker.QueueFigures;
import stampede.task.event.TaskEvents;
import stampede.task.event.TaskMetrics;
import stampede.task.spi.TaskStep;

/** Runs tasks and tells those who watch: what runs now, what has begun, how it ended and how long it took. */
class ObservedAttempts {

    private final RunningTasks running;
    private final QueueFigures figures;
    private final TaskEvents taskEvents;
    private final TaskMetrics metrics;
    private final Clock clock;

    ObservedAttempts(
            RunningTasks running, QueueFigures figures, TaskEvents taskEvents, TaskMetrics metrics, Clock clock) {
        this.running = running;
        this.figures = figures;
        this.taskEvents = taskEvents;
        this.metrics = metrics;
        this.clock = clock;
    }

    /**
     * Answers how each ended, in their order. All begin at one instant and take as long: by that the history knows a batch again.
     *
     * @param queue without the prefix
     * @throws OutageRetry.HandBack if the node stops and they were not run, or not to the end
     */
    List<EndedTask> run(List<ReceivedTask> tasks, TaskRunner how, String queue) {
        var start = System.nanoTime();
        var began = clock.instant();
        tasks.forEach(task -> started(task, queue, began));
        var run = running.begin(tasks, queue);
        try {
            var endings = how.run(tasks);
            var runtime = Duration.ofNanos(System.nanoTime() - start);
            var ended = new ArrayList<EndedTask>(tasks.size());
            for (int index = 0; index < tasks.size(); index++) {
                ended.add(end(tasks.get(index), endings.get(index), began, runtime, queue));
            }
            return ended;
        } finally {
            running.end(run);
        }
    }

    private EndedTask end(
            ReceivedTask receivedTask, AttemptOutcome told, Instant began, Duration runtime, String queue) {
        var ending = receivedTask.context().isCancelled() && told.hasFailed() ? new AttemptOutcome.Cancelled() : told;
        figures.countEnded(queue, 1);
        metrics.countRun(receivedTask.task().name(), ending, runtime);
        return new EndedTask(receivedTask.envelope(), ending, runtime, Optional.of(began.plus(runtime)));
    }

    private void started(ReceivedTask receivedTask, String queue, Instant began) {
        taskEvents.observe(new TaskStep(
                TaskState.STARTED, receivedTask.envelope().message(receivedTask.id(), queue), began, Optional.empty()));
    }
}
