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
    private AttemptOutcome run(ReceivedTask received) {
        try {
            return new AttemptOutcome.Done(attempt(received));
        } catch (OutageRetry.HandBack stopping) {
            throw stopping;
        } catch (Exception failure) {
            outageRetry.waitForDatabaseAfter(failure);
            return AttemptOutcome.of(failure, received.task().retries());
        } catch (Error error) {
            return AttemptOutcome.of(
                    new HandlerMethod.HandlerError(error), received.task().retries());
        }
    }

    /** Only one that commits with its id is repeated within an attempt, because nothing is left of what it did. */
    private Optional<String> attempt(ReceivedTask received) throws Exception {
        var retries = received.task().retries();
        return received.task().handler().isOnce()
                ? outageRetry.sitOut(() -> runMeasured(received), failure -> !retries.isHopeless(failure))
                : runMeasured(received);
    }

    private Optional<String> runMeasured(ReceivedTask received) throws Exception {
        Callable<Optional<String>> run = () -> cancellations.watch(
                received.context(),
                () -> TaskLineage.within(received.envelope(), received.id(), () -> handle(received)));
        return timeLimit.within(received.limits(), received.context().toString(), run);
    }

    private Optional<String> handle(ReceivedTask received) throws Exception {
        return format.result(received.task().handler().invoke(received.payload(), received.context()));
    }
}
