package stampede.compensation;

import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.support.Trace;
import stampede.task.spi.AttemptEnd;
import stampede.task.spi.QueueNames;
import stampede.task.spi.TaskHeaders;
import stampede.task.spi.TaskMessage;
import stampede.task.spi.TaskObserver;
import stampede.task.spi.TaskStep;
import tools.jackson.databind.json.JsonMapper;

/** Writes down what the task system does about tasks that fail. Of a task that succeeds at once it costs two comparisons. */
@Component
class CompensationObserver implements TaskObserver {

    private static final String WORKER = "worker";
    private static final String OPERATOR = "operator";

    private final CompensationJournal journal;
    private final JsonMapper json;

    CompensationObserver(CompensationJournal journal, JsonMapper json) {
        this.journal = journal;
        this.json = json;
    }

    @Override
    public void observe(TaskStep step) {
        if (!QueueNames.isForeign(step.message().queue())) {
            draft(step).ifPresent(draft -> journal.write(step.at(), complete(step.message(), draft)));
        }
    }

    private static Optional<Compensation.Draft> draft(TaskStep step) {
        var message = step.message();
        return switch (step.state()) {
            case RETRY -> step.run().flatMap(run -> retry(step, run));
            case SUCCESS ->
                message.attempt() > 1 || isReplayed(message)
                        ? Optional.of(task(
                                CompensationKind.RETRY_SUCCEEDED,
                                CompensationOutcome.OK,
                                WORKER,
                                message,
                                message.attempt()))
                        : Optional.empty();
            case FAILURE -> step.run().map(run -> death(message, run));
            case PENDING ->
                isReplayed(message)
                        ? Optional.of(task(
                                CompensationKind.ARCHIVE_RETRIED,
                                CompensationOutcome.RETRYING,
                                OPERATOR,
                                message,
                                message.attempt()))
                        : Optional.empty();
            case SCHEDULED, STARTED, CANCELLED, EXPIRED -> Optional.empty();
        };
    }

    /** One that is given up at once is told as dead a moment later. */
    private static Optional<Compensation.Draft> retry(TaskStep step, AttemptEnd run) {
        return run.nextAttempt()
                .map(next -> task(
                                run.lastTry() ? CompensationKind.LAST_TRY : CompensationKind.RETRY,
                                CompensationOutcome.RETRYING,
                                WORKER,
                                step.message(),
                                step.message().attempt())
                        .wait(notBelowZero(Duration.between(step.at(), next)))
                        .cause(cause(run)));
    }

    /** The message of a dead task counts the attempt that it did not get. */
    private static Compensation.Draft death(TaskMessage message, AttemptEnd run) {
        return task(
                        CompensationKind.ARCHIVED,
                        CompensationOutcome.FAILED,
                        WORKER,
                        message,
                        Math.max(1, message.attempt() - 1))
                .cause(cause(run));
    }

    private static Compensation.Draft task(
            CompensationKind kind, CompensationOutcome outcome, String who, TaskMessage message, int attempt) {
        return Compensation.of(kind, outcome, who)
                .task(message.name(), message.id().value(), attempt);
    }

    private Compensation complete(TaskMessage message, Compensation.Draft draft) {
        Trace.read(
                        message.header(Trace.PARENT_HEADER).orElse(null),
                        message.header(Trace.STATE_HEADER).orElse(null))
                .ifPresent(trace -> draft.trace(trace.id()));
        return draft.about(TaskSubject.of(message, json)).build();
    }

    private static boolean isReplayed(TaskMessage message) {
        return message.headers().get(TaskHeaders.REPLAYS) instanceof Number replays && replays.intValue() > 0;
    }

    private static String cause(AttemptEnd run) {
        return run.error().map(CauseText::of).orElse("");
    }

    private static Duration notBelowZero(Duration wait) {
        return wait.isNegative() ? Duration.ZERO : wait;
    }
}
