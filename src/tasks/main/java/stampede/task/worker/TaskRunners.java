package stampede.task.worker;

import org.springframework.transaction.support.TransactionTemplate;
import stampede.support.OutageRetry;
import stampede.task.TaskProperties;
import stampede.task.attempt.BatchRunner;
import stampede.task.attempt.SingleTaskRunner;
import stampede.task.attempt.TaskRunner;
import stampede.task.attempt.TimeLimit;
import stampede.task.cancel.Cancellations;
import stampede.task.handler.TaskDefinition;
import stampede.task.message.EnvelopeConverter;

/** Makes what runs the tasks of a queue. */
class TaskRunners {

    private final OutageRetry outageRetry;
    private final TimeLimit timeLimit;
    private final EnvelopeConverter format;
    private final TransactionTemplate transaction;
    private final Cancellations cancellations;
    private final TaskProperties properties;

    TaskRunners(
            OutageRetry outageRetry,
            TimeLimit timeLimit,
            EnvelopeConverter format,
            TransactionTemplate transaction,
            Cancellations cancellations,
            TaskProperties properties) {
        this.outageRetry = outageRetry;
        this.timeLimit = timeLimit;
        this.format = format;
        this.transaction = transaction;
        this.cancellations = cancellations;
        this.properties = properties;
    }

    /** @param task any task of the queue: they are all single, or it is the only one */
    TaskRunner of(TaskDefinition task) {
        return task.batch().isPresent()
                ? new BatchRunner(
                        outageRetry, timeLimit, properties.consumerTimeout(), cancellations, format, transaction)
                : new SingleTaskRunner(outageRetry, timeLimit, format, cancellations);
    }
}
