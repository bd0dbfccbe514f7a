package stampede.task.attempt;

import stampede.task.Job;
import stampede.task.TaskContext;
import stampede.task.TaskId;
import stampede.task.handler.TaskDefinition;
import stampede.task.handler.TaskLimits;
import stampede.task.message.Envelope;

/**
 * A task that has arrived and can be run.
 *
 * @param context what its handler is told of it; one for the attempt, however often it is called for
 * @param deliveries how often the broker handed it out before: more than 0 means that a process may have died of it
 */
public record ReceivedTask(
        TaskDefinition task, TaskId id, Envelope envelope, Record payload, int deliveries, TaskContext context) {

    /** What this attempt may not exceed. */
    TaskLimits limits() {
        return envelope.limits(task.limits());
    }

    Job<Record> job() {
        return new Job<>(payload, context());
    }
}
