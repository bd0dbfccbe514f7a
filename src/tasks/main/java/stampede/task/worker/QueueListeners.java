package stampede.task.worker;

import stampede.task.deadletter.DeadLetterListener;
import stampede.task.handler.TaskDefinition;
import stampede.task.poison.PoisonDetector;
import stampede.task.rate.RateLimitWait;

/** Puts together who listens to which queue. */
class QueueListeners {

    private final MessageReader reader;
    private final RateLimitWait rateLimitWait;
    private final PoisonDetector detector;
    private final AttemptOutcomes outcomes;
    private final ObservedAttempts attempts;
    private final TaskRunners runners;
    private final DeadLetterListener deadLetters;

    QueueListeners(
            MessageReader reader,
            RateLimitWait rateLimitWait,
            PoisonDetector detector,
            AttemptOutcomes outcomes,
            ObservedAttempts attempts,
            TaskRunners runners,
            DeadLetterListener deadLetters) {
        this.reader = reader;
        this.rateLimitWait = rateLimitWait;
        this.detector = detector;
        this.outcomes = outcomes;
        this.attempts = attempts;
        this.runners = runners;
        this.deadLetters = deadLetters;
    }

    /** @param task any task of the queue: they are all single, or it is the only one */
    QueueListener of(String queue, TaskDefinition task) {
        return new QueueListener(queue, runners.of(task), reader, rateLimitWait, detector, outcomes, attempts);
    }

    DeadLetterListener deadLetters() {
        return deadLetters;
    }
}
