package stampede.task;

import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Makes what runs the tasks of a queue. */
@Component
class TaskRunners {

    private final Outage outage;
    private final TimeLimit timeLimit;
    private final EnvelopeFormat format;
    private final TransactionTemplate transaction;
    private final Cancellations cancellations;
    private final TaskProperties properties;

    TaskRunners(
            Outage outage,
            TimeLimit timeLimit,
            EnvelopeFormat format,
            TransactionTemplate transaction,
            Cancellations cancellations,
            TaskProperties properties) {
        this.outage = outage;
        this.timeLimit = timeLimit;
        this.format = format;
        this.transaction = transaction;
        this.cancellations = cancellations;
        this.properties = properties;
    }

    /** @param task any task of the queue: they are all single, or it is the only one */
    Runner of(TaskDefinition task) {
        return task.batch().isPresent()
                ? new BatchRunner(outage, timeLimit, properties.consumerTimeout(), cancellations, format, transaction)
                : new SingleRunner(outage, timeLimit, format, cancellations);
    }
}
