package stampede.task;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Runs tasks one by one. */
final class SingleRunner implements Runner {

    private final Outage outage;
    private final TimeLimit timeLimit;

    SingleRunner(Outage outage, TimeLimit timeLimit) {
        this.outage = outage;
        this.timeLimit = timeLimit;
    }

    @Override
    public List<Ending> run(List<Arrival> arrivals) {
        return arrivals.stream().map(this::run).toList();
    }

    /** The one place that catches whatever a task may throw. */
    private Ending run(Arrival arrival) {
        try {
            outage.sitOut(() -> timed(arrival));
            return new Ending.Done();
        } catch (Outage.HandBack stopping) {
            throw stopping;
        } catch (Exception failure) {
            return Ending.of(failure, arrival.task().retries());
        }
    }

    private @Nullable Object timed(Arrival arrival) throws Exception {
        Callable<@Nullable Object> run = () -> arrival.task().handler().invoke(arrival.payload(), arrival.context());
        var limit = arrival.task().timeLimit();
        return limit.isPresent() ? timeLimit.within(limit.get(), run) : run.call();
    }
}
