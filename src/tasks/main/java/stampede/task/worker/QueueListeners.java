package stampede.task.worker;

import stampede.task.deadletter.DeadLetterListener;
import stampede.task.handler.TaskDefinition;
import stampede.task.poison.PoisonDetector;
import stampede.task.rate.RateLimitWait;

/** Puts together who listens to which queue. */
class QueueListeners {

    private final MessageReader messageReader;
    private final RateLimitWait rateLimitWait;
    private final PoisonDetector poisonDetector;
    private final AttemptOutcomes attemptOutcomes;
    private final ObservedAttempts attempts;
    private final TaskRunners runners;
    private final DeadLetterListener deadLetters;

    QueueListeners(
            MessageReader messageReader,
            RateLimitWait rateLimitWait,
            PoisonDetector poisonDetector,
            AttemptOutcomes attemptOutcomes,
            ObservedAttempts attempts,
            TaskRunners runners,
            DeadLetterListener deadLetters) {
        this.messageReader = messageReader;
        this.rateLimitWait = rateLimitWait;
        this.poisonDetector = poisonDetector;
        this.attemptOutcomes = attemptOutcomes;
        this.attempts = attempts;
        this.runners = runners;
        this.deadLetters = deadLetters;
    }

    /** @param task any task of the queue: they are all single, or it is the only one */
    QueueListener of(String queue, TaskDefinition task) {
        return new QueueListener(
                queue, runners.of(task), messageReader, rateLimitWait, poisonDetector, attemptOutcomes, attempts);
    }

    DeadLetterListener deadLetters() {
        return deadLetters;
    }
}
