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

/** Knows what runs the tasks of a queue. */
class TaskRunners {

    private final TaskRunner single;
    private final TaskRunner batch;

    TaskRunners(
            OutageRetry outageRetry,
            TimeLimit timeLimit,
            EnvelopeConverter format,
            TransactionTemplate transaction,
            Cancellations cancellations,
            TaskProperties properties) {
        this.single = new SingleTaskRunner(outageRetry, timeLimit, format, cancellations);
        this.batch = new BatchRunner(
                outageRetry, timeLimit, properties.consumerTimeout(), cancellations, format, transaction);
    }

    /** @param task any task of the queue: they are all single, or it is the only one */
    TaskRunner of(TaskDefinition task) {
        return task.batch().isPresent() ? batch : single;
    }
}
