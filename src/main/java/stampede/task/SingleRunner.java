package stampede.task;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Runs tasks one by one. */
final class SingleRunner implements Runner {

    private final Outage outage;
    private final TimeLimit timeLimit;
    private final EnvelopeFormat format;
    private final Cancellations cancellations;

    SingleRunner(Outage outage, TimeLimit timeLimit, EnvelopeFormat format, Cancellations cancellations) {
        this.outage = outage;
        this.timeLimit = timeLimit;
        this.format = format;
        this.cancellations = cancellations;
    }

    @Override
    public List<Ending> run(List<Arrival> arrivals) {
        return arrivals.stream().map(this::run).toList();
    }

    /** The one place that catches whatever a task may throw. */
    private Ending run(Arrival arrival) {
        try {
            return new Ending.Done(attempt(arrival));
        } catch (Outage.HandBack stopping) {
            throw stopping;
        } catch (Exception failure) {
            outage.waitForDatabaseAfter(failure);
            return Ending.of(failure, arrival.task().retries());
        } catch (Error error) {
            return Ending.of(
                    new HandlerMethod.HandlerError(error), arrival.task().retries());
        }
    }

    /** Only one that commits with its id is repeated within an attempt, because nothing is left of what it did. */
    private Optional<String> attempt(Arrival arrival) throws Exception {
        var retries = arrival.task().retries();
        return arrival.task().handler().isOnce()
                ? outage.sitOut(() -> timed(arrival), failure -> !retries.isHopeless(failure))
                : timed(arrival);
    }

    private Optional<String> timed(Arrival arrival) throws Exception {
        Callable<Optional<String>> run = () -> cancellations.watch(
                arrival.context(), () -> Descent.within(arrival.envelope(), arrival.id(), () -> handled(arrival)));
        return timeLimit.within(arrival.limits(), arrival.context().toString(), run);
    }

    private Optional<String> handled(Arrival arrival) throws Exception {
        return format.result(arrival.task().handler().invoke(arrival.payload(), arrival.context()));
    }
}
