package stampede.task.attempt;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import stampede.support.OutageRetry;
import stampede.task.cancel.Cancellations;
import stampede.task.handler.HandlerMethod;
import stampede.task.message.EnvelopeConverter;
import stampede.task.message.TaskLineage;

/** Runs tasks one by one. */
public final class SingleTaskRunner implements TaskRunner {

    private final OutageRetry outageRetry;
    private final TimeLimit timeLimit;
    private final EnvelopeConverter format;
    private final Cancellations cancellations;

    public SingleTaskRunner(
            OutageRetry outageRetry, TimeLimit timeLimit, EnvelopeConverter format, Cancellations cancellations) {
        this.outageRetry = outageRetry;
        this.timeLimit = timeLimit;
        this.format = format;
        this.cancellations = cancellations;
    }

    @Override
    public List<AttemptOutcome> run(List<ReceivedTask> arrivals) {
        return arrivals.stream().map(this::run).toList();
    }

    /** The one place that catches whatever a task may throw. */
    private AttemptOutcome run(ReceivedTask receivedTask) {
        try {
            return new AttemptOutcome.Done(attempt(receivedTask));
        } catch (OutageRetry.HandBack stopping) {
            throw stopping;
        } catch (Exception failure) {
            outageRetry.waitForDatabaseAfter(failure);
            return AttemptOutcome.of(failure, receivedTask.task().retries());
        } catch (Error error) {
            return AttemptOutcome.of(
                    new HandlerMethod.HandlerError(error), receivedTask.task().retries());
        }
    }

    /** Only one that commits with its id is repeated within an attempt, because nothing is left of what it did. */
    private Optional<String> attempt(ReceivedTask receivedTask) throws Exception {
        var retries = receivedTask.task().retries();
        return receivedTask.task().handler().isOnce()
                ? outageRetry.sitOut(() -> runMeasured(receivedTask), failure -> !retries.isHopeless(failure))
                : runMeasured(receivedTask);
    }

    private Optional<String> runMeasured(ReceivedTask receivedTask) throws Exception {
        Callable<Optional<String>> run = () -> cancellations.watch(
                receivedTask.context(),
                () -> TaskLineage.within(receivedTask.envelope(), receivedTask.id(), () -> handle(receivedTask)));
        return timeLimit.within(receivedTask.limits(), receivedTask.context().toString(), run);
    }

    private Optional<String> handle(ReceivedTask receivedTask) throws Exception {
        return format.result(receivedTask.task().handler().invoke(receivedTask.payload(), receivedTask.context()));
    }
}
