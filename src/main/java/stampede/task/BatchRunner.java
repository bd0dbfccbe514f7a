package stampede.task;

import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import org.springframework.transaction.support.TransactionTemplate;

/** Runs many tasks in one call. A batch that throws is halved until the bad items stand alone. */
final class BatchRunner implements Runner {

    private final Outage outage;
    private final TimeLimit timeLimit;
    private final long longestNanos;
    private final Cancellations cancellations;
    private final EnvelopeFormat format;
    private final TransactionTemplate transaction;

    /** When halving ends; of one run, on its thread. */
    private final ThreadLocal<Long> deadline = new ThreadLocal<>();

    /** @param consumerTimeout after which the broker takes the messages back */
    BatchRunner(
            Outage outage,
            TimeLimit timeLimit,
            Duration consumerTimeout,
            Cancellations cancellations,
            EnvelopeFormat format,
            TransactionTemplate transaction) {
        this.outage = outage;
        this.timeLimit = timeLimit;
        this.longestNanos = consumerTimeout.toNanos() / TaskLimits.LIMITS_IN_TIMEOUT;
        this.cancellations = cancellations;
        this.format = format;
        this.transaction = transaction;
    }

    @Override
    public List<Ending> run(List<Arrival> batch) {
        if (batch.isEmpty()) {
            return List.of();
        }
        deadline.set(System.nanoTime() + longestNanos);
        var shape = batch.get(0).task().batch().orElseThrow();
        return shape.transaction() ? inOneTransaction(batch) : inHalves(batch, this::handle);
    }

    /** Leaves out the bad items and commits the others together. If no single item is to blame, halves are committed. */
    private List<Ending> inOneTransaction(List<Arrival> batch) {
        var committing = BatchCall.committing(this::handle, transaction);
        try {
            return endings(batch, repeat(committing, batch));
        } catch (Outage.HandBack stopping) {
            throw stopping;
        } catch (Exception failure) {
            IdentityHashMap<Arrival, Ending> bad = new IdentityHashMap<>();
            findBad(batch, bad);
            return withoutBad(batch, bad, committing);
        }
    }

    private List<Ending> withoutBad(List<Arrival> batch, IdentityHashMap<Arrival, Ending> bad, BatchCall committing) {
        var good = batch.stream().filter(arrival -> !bad.containsKey(arrival)).toList();
        var ended = inHalves(good, committing).iterator();
        return batch.stream()
                .map(arrival -> Optional.ofNullable(bad.get(arrival)).orElseGet(ended::next))
                .toList();
    }

    /** @param batch failed as a whole */
    private void findBad(List<Arrival> batch, IdentityHashMap<Arrival, Ending> bad) {
        if (batch.size() == 1) {
            bad.put(
                    batch.get(0),
                    inHalves(batch, BatchCall.trying(this::handle, transaction)).get(0));
            if (bad.get(batch.get(0)) instanceof Ending.Done) {
                bad.remove(batch.get(0));
            }
            return;
        }
        for (var half : halves(batch)) {
            if (half.size() == 1 || fails(half)) {
                findBad(half, bad);
            }
        }
    }

    private boolean fails(List<Arrival> half) {
        try {
            var unused = repeat(BatchCall.trying(this::handle, transaction), half);
            return false;
        } catch (Outage.HandBack stopping) {
            throw stopping;
        } catch (Exception failure) {
            return true;
        }
    }

    private List<Ending> inHalves(List<Arrival> batch, BatchCall call) {
        if (batch.isEmpty()) {
            return List.of();
        }
        try {
            return endings(batch, repeat(call, batch));
        } catch (Outage.HandBack stopping) {
            throw stopping;
        } catch (Exception failure) {
            return batch.size() == 1
                    ? List.of(Ending.of(failure, batch.get(0).task().retries()))
                    : bothHalves(batch, call);
        }
    }

    private List<Ending> bothHalves(List<Arrival> batch, BatchCall call) {
        var endings = new ArrayList<Ending>();
        halves(batch).forEach(half -> endings.addAll(inHalves(half, call)));
        return endings;
    }

    private static List<List<Arrival>> halves(List<Arrival> batch) {
        var middle = batch.size() / 2;
        return List.of(batch.subList(0, middle), batch.subList(middle, batch.size()));
    }

    /** Repeated is only what ran in a transaction of the engine's, and was rolled back. */
    private Outcomes repeat(BatchCall call, List<Arrival> batch) throws Exception {
        var task = batch.get(0).task();
        if (task.batch().orElseThrow().transaction()) {
            return outage.sitOut(
                    () -> limited(call, batch), failure -> !task.retries().isHopeless(failure));
        }
        try {
            return limited(call, batch);
        } catch (Exception failure) {
            outage.waitForDatabaseAfter(failure);
            throw failure;
        }
    }

    /** A batch that takes too long is halved like one that throws, but not for ever. */
    private Outcomes limited(BatchCall call, List<Arrival> batch) throws Exception {
        var limits = batch.get(0).task().limits();
        if (limits.hard().isPresent() && System.nanoTime() - deadline.get() > 0) {
            throw new TimeLimitExceeded(
                    "Not tried in a smaller batch, as there is no time left",
                    limits.hard().get(),
                    null);
        }
        try {
            return timeLimit.within(limits, batch.get(0).task().name(), () -> call.call(batch));
        } catch (Error error) {
            throw new HandlerMethod.HandlerError(error);
        }
    }

    private Outcomes handle(List<Arrival> batch) throws Exception {
        var jobs = batch.stream().map(Arrival::job).toList();
        var contexts = batch.stream().map(Arrival::context).toList();
        var handler = batch.get(0).task().handler();
        if (cancellations.watch(contexts, () -> handler.invoke(jobs)) instanceof Outcomes outcomes) {
            return outcomes;
        }
        throw new IllegalStateException(handler + " must answer Outcomes, not null");
    }

    private List<Ending> endings(List<Arrival> batch, Outcomes outcomes) {
        return batch.stream()
                .map(arrival -> ending(arrival, outcomes.of(arrival.job())))
                .toList();
    }

    private Ending ending(Arrival arrival, Outcomes.Outcome outcome) {
        if (outcome instanceof Outcomes.Outcome.Failed failed) {
            return Ending.of(failed.exception(), arrival.task().retries());
        }
        if (outcome instanceof Outcomes.Outcome.Retry retry) {
            return new Ending.Failed(retry.why(), Optional.empty());
        }
        if (outcome instanceof Outcomes.Outcome.Reject reject) {
            return new Ending.Hopeless(reject.why(), Optional.empty());
        }
        return new Ending.Done(format.result(((Outcomes.Outcome.Done) outcome).result()));
    }
}
