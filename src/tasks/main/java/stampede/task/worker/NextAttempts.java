package stampede.task.worker;

import java.time.Duration;
import java.util.Optional;
import stampede.task.attempt.AttemptOutcome;
import stampede.task.deadletter.LastTries;
import stampede.task.handler.RetryPlan;
import stampede.task.handler.TaskRegistry;
import stampede.task.message.Envelope;
import stampede.task.retry.RetryOverrides;

/** How long a task waits that failed: as was set for it, else by its own plan, or, once that is used up, for a last try. */
class NextAttempts {

    private final TaskRegistry registry;
    private final RetryOverrides overrides;
    private final LastTries lastTries;

    NextAttempts(TaskRegistry registry, RetryOverrides overrides, LastTries lastTries) {
        this.registry = registry;
        this.overrides = overrides;
        this.lastTries = lastTries;
    }

    /** The wait before its next retry; empty when its plan is used up. */
    Optional<Duration> untilRetry(Envelope envelope, AttemptOutcome.Failed failed) {
        return plan(envelope).flatMap(plan -> plan.waitAfter(envelope.retries() + 1, failed.thrown()));
    }

    /** The wait after which the dead-letter queue's worker has it tried once more; empty if it does not. */
    Optional<Duration> untilLastTry(Envelope envelope, AttemptOutcome.Failed failed) {
        return lastTries.waitAfter(envelope.task(), envelope.retries() + 1, retries(envelope, failed));
    }

    /** How many retries its plan gives it for such a failure. */
    int retries(Envelope envelope, AttemptOutcome.Failed failed) {
        return plan(envelope).map(plan -> plan.retries(failed.thrown())).orElse(0);
    }

    private Optional<RetryPlan> plan(Envelope envelope) {
        return envelope.task().flatMap(registry::byName).map(overrides::plan);
    }
}
