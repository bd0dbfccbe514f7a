package stampede.task;

import java.time.Clock;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Puts together who listens to which queue. */
@Component
class QueueListeners {

    private final RunningTasks running;
    private final QueueFigures figures;
    private final Reception reception;
    private final Admission admission;
    private final Suspects suspects;
    private final Settlement settlement;
    private final Outage outage;
    private final TimeLimit timeLimit;
    private final EnvelopeFormat format;
    private final TransactionTemplate transaction;
    private final Cancellations cancellations;
    private final Steps steps;
    private final Clock clock;
    private final TaskMetrics metrics;
    private final DeadLetterListener deadLetters;
    private final TaskProperties properties;

    QueueListeners(
            RunningTasks running,
            QueueFigures figures,
            Reception reception,
            Admission admission,
            Suspects suspects,
            Settlement settlement,
            Outage outage,
            TimeLimit timeLimit,
            EnvelopeFormat format,
            TransactionTemplate transaction,
            Cancellations cancellations,
            Steps steps,
            Clock clock,
            TaskMetrics metrics,
            DeadLetterListener deadLetters,
            TaskProperties properties) {
        this.running = running;
        this.figures = figures;
        this.reception = reception;
        this.admission = admission;
        this.suspects = suspects;
        this.settlement = settlement;
        this.outage = outage;
        this.timeLimit = timeLimit;
        this.format = format;
        this.transaction = transaction;
        this.cancellations = cancellations;
        this.steps = steps;
        this.clock = clock;
        this.metrics = metrics;
        this.deadLetters = deadLetters;
        this.properties = properties;
    }

    /** @param task any task of the queue: they are all single, or it is the only one */
    QueueListener of(String queue, TaskDefinition task) {
        var runner = task.batch().isPresent()
                ? new BatchRunner(outage, timeLimit, properties.consumerTimeout(), cancellations, format, transaction)
                : new SingleRunner(outage, timeLimit, format, cancellations);
        return new QueueListener(
                queue, runner, running, figures, reception, admission, suspects, settlement, steps, metrics, clock);
    }

    DeadLetterListener deadLetters() {
        return deadLetters;
    }
}
