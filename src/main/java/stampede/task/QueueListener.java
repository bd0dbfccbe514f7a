package stampede.task;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.springframework.amqp.core.Message;

/** Does what the messages of a queue ask for: opens them, runs them, and settles how they ended. */
final class QueueListener {

    private final String queue;
    private final Runner runner;
    private final RunningTasks running;
    private final QueueFigures figures;
    private final Reception reception;
    private final Admission admission;
    private final Suspects suspects;
    private final Settlement settlement;
    private final Steps steps;
    private final TaskMetrics metrics;
    private final Clock clock;

    /** @param queue without the prefix */
    QueueListener(
            String queue,
            Runner runner,
            RunningTasks running,
            QueueFigures figures,
            Reception reception,
            Admission admission,
            Suspects suspects,
            Settlement settlement,
            Steps steps,
            TaskMetrics metrics,
            Clock clock) {
        this.queue = queue;
        this.runner = runner;
        this.running = running;
        this.figures = figures;
        this.reception = reception;
        this.admission = admission;
        this.suspects = suspects;
        this.settlement = settlement;
        this.steps = steps;
        this.metrics = metrics;
        this.clock = clock;
    }

    /** @throws Outage.HandBack if the node stops and the messages were not run, or not to the end */
    List<Settlement.Ended> run(List<Message> messages) {
        var ended = new ArrayList<Settlement.Ended>();
        var fresh = new ArrayList<Arrival>();
        for (var message : messages) {
            var admitted = admitted(message, ended);
            if (admitted.stream().allMatch(arrival -> arrival.deliveries() == 0)) {
                fresh.addAll(admitted);
            } else {
                runTogether(admitted, some -> suspects.run(some, runner), ended);
            }
        }
        runTogether(fresh, runner, ended);
        return ended;
    }

    /** The tasks in a message that are to be run. */
    private List<Arrival> admitted(Message message, List<Settlement.Ended> ended) {
        var admitted = new ArrayList<Arrival>();
        for (var received : reception.receive(message)) {
            if (received instanceof Reception.Accepted accepted) {
                admit(accepted.arrival(), admitted, ended);
            } else if (received instanceof Reception.Rejected rejected) {
                ended.add(new Settlement.Ended(rejected.envelope(), rejected.ending(), Duration.ZERO));
            }
        }
        return admitted;
    }

    /** Answers whether the messages of these tasks may be acknowledged. */
    boolean settle(List<Settlement.Ended> ended, BooleanSupplier worthwhile) {
        return settlement.settle(ended, queue, worthwhile);
    }

    private void admit(Arrival arrival, List<Arrival> admitted, List<Settlement.Ended> ended) {
        admission
                .admit(arrival, queue)
                .ifPresentOrElse(
                        ending -> ended.add(new Settlement.Ended(arrival.envelope(), ending, Duration.ZERO)),
                        () -> admitted.add(arrival));
    }

    private void runTogether(List<Arrival> some, Runner how, List<Settlement.Ended> ended) {
        var start = System.nanoTime();
        some.forEach(this::started);
        var run = running.begin(some, queue);
        try {
            var endings = how.run(some);
            for (int index = 0; index < some.size(); index++) {
                end(some.get(index), endings.get(index), start, ended);
            }
        } finally {
            running.end(run);
        }
    }

    private void end(Arrival arrival, Ending told, long start, List<Settlement.Ended> ended) {
        var ending = arrival.context().isCancelled() && told.hasFailed() ? new Ending.Cancelled() : told;
        var runtime = Duration.ofNanos(System.nanoTime() - start);
        figures.ended(queue, 1);
        metrics.ran(arrival.task().name(), ending, runtime);
        ended.add(new Settlement.Ended(arrival.envelope(), ending, runtime));
    }

    private void started(Arrival arrival) {
        steps.observe(new TaskStep(
                TaskState.STARTED, arrival.envelope().message(arrival.id(), queue), clock.instant(), Optional.empty()));
    }
}
