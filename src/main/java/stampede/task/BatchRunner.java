package stampede.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs many tasks in one call. A batch that throws is halved until the bad item stands alone. */
final class BatchRunner implements Runner {

    private final Outage outage;
    private final Cancellations cancellations;

    BatchRunner(Outage outage, Cancellations cancellations) {
        this.outage = outage;
        this.cancellations = cancellations;
    }

    @Override
    public List<Ending> run(List<Arrival> batch) {
        if (batch.isEmpty()) {
            return List.of();
        }
        try {
            return endings(batch, call(batch));
        } catch (Outage.HandBack stopping) {
            throw stopping;
        } catch (Exception failure) {
            return batch.size() == 1
                    ? List.of(Ending.of(failure, batch.get(0).task().retries()))
                    : halves(batch);
        }
    }

    private List<Ending> halves(List<Arrival> batch) {
        var middle = batch.size() / 2;
        var endings = new ArrayList<>(run(batch.subList(0, middle)));
        endings.addAll(run(batch.subList(middle, batch.size())));
        return endings;
    }

    private Outcomes call(List<Arrival> batch) throws Exception {
        var jobs = batch.stream().map(Arrival::job).toList();
        var contexts = batch.stream().map(Arrival::context).toList();
        var handler = batch.get(0).task().handler();
        return outage.sitOut(() -> {
            if (cancellations.watch(contexts, () -> handler.invoke(jobs)) instanceof Outcomes outcomes) {
                return outcomes;
            }
            throw new IllegalStateException(handler + " must answer Outcomes, not null");
        });
    }

    private static List<Ending> endings(List<Arrival> batch, Outcomes outcomes) {
        return batch.stream().map(arrival -> ending(outcomes.of(arrival.job()))).toList();
    }

    private static Ending ending(Outcomes.Outcome outcome) {
        if (outcome instanceof Outcomes.Outcome.Retry retry) {
            return new Ending.Failed(retry.why(), Optional.empty());
        }
        return outcome instanceof Outcomes.Outcome.Reject reject
                ? new Ending.Hopeless(reject.why(), Optional.empty())
                : new Ending.Done(Optional.empty());
    }
}
