package stampede.task;

import org.springframework.stereotype.Component;

/** Puts together who listens to which queue. */
@Component
class QueueListeners {

    private final Reception reception;
    private final Admission admission;
    private final Suspects suspects;
    private final Settlement settlement;
    private final ObservedAttempts attempts;
    private final TaskRunners runners;
    private final DeadLetterListener deadLetters;

    QueueListeners(
            Reception reception,
            Admission admission,
            Suspects suspects,
            Settlement settlement,
            ObservedAttempts attempts,
            TaskRunners runners,
            DeadLetterListener deadLetters) {
        this.reception = reception;
        this.admission = admission;
        this.suspects = suspects;
        this.settlement = settlement;
        this.attempts = attempts;
        this.runners = runners;
        this.deadLetters = deadLetters;
    }

    /** @param task any task of the queue: they are all single, or it is the only one */
    QueueListener of(String queue, TaskDefinition task) {
        return new QueueListener(queue, runners.of(task), reception, admission, suspects, settlement, attempts);
    }

    DeadLetterListener deadLetters() {
        return deadLetters;
    }
}
