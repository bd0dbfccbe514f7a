package stampede.task.attempt;

import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.support.OutageRetry;
import stampede.task.Outcomes;
import stampede.task.TimeLimitExceeded;
import stampede.task.cancel.Cancellations;
import stampede.task.handler.HandlerMethod;
import stampede.task.handler.TaskLimits;
import stampede.task.message.EnvelopeConverter;

/** Runs many tasks in one call. A batch that throws is halved until the bad items stand alone. */
public final class BatchRunner implements TaskRunner {

    private final OutageRetry outageRetry;
    private final TimeLimit timeLimit;
    private final long longestNanos;
    private final Cancellations cancellations;
    private final EnvelopeConverter format;
    private final TransactionTemplate transaction;

    /** When halving ends; of one run, on its thread. */
    private final ThreadLocal<Long> deadline = new ThreadLocal<>();

    /** @param consumerTimeout after which the broker takes the messages back */
    public BatchRunner(
            OutageRetry outageRetry,
            TimeLimit timeLimit,
            Duration consumerTimeout,
            Cancellations cancellations,
            EnvelopeConverter format,
            TransactionTemplate transaction) {
        this.outageRetry = outageRetry;
        this.timeLimit = timeLimit;
        this.longestNanos = consumerTimeout.toNanos() / TaskLimits.LIMITS_IN_TIMEOUT;
        this.cancellations = cancellations;
        this.format = format;
        this.transaction = transaction;
    }

    @Override
    public List<AttemptOutcome> run(List<ReceivedTask> batch) {
        if (batch.isEmpty()) {
            return List.of();
        }
        deadline.set(System.nanoTime() + longestNanos);
        var shape = batch.get(0).task().batch().orElseThrow();
        return shape.transaction() ? inOneTransaction(batch) : inHalves(batch, this::handle);
    }

    /** Leaves out the bad items and commits the others together. If no single item is to blame, halves are committed. */
    private List<AttemptOutcome> inOneTransaction(List<ReceivedTask> batch) {
        var committing = BatchCall.committing(this::handle, transaction);
        try {
            return endings(batch, repeat(committing, batch));
        } catch (OutageRetry.HandBack stopping) {
            throw stopping;
        } catch (Exception failure) {
            IdentityHashMap<ReceivedTask, AttemptOutcome> bad = new IdentityHashMap<>();
            findBad(batch, bad);
            return withoutBad(batch, bad, committing);
        }
    }

    private List<AttemptOutcome> withoutBad(
            List<ReceivedTask> batch, IdentityHashMap<ReceivedTask, AttemptOutcome> bad, BatchCall committing) {
        var good = batch.stream().filter(received -> !bad.containsKey(received)).toList();
        var ended = inHalves(good, committing).iterator();
        return batch.stream()
                .map(received -> Optional.ofNullable(bad.get(received)).orElseGet(ended::next))
                .toList();
    }

    /** @param batch failed as a whole */
    private void findBad(List<ReceivedTask> batch, IdentityHashMap<ReceivedTask, AttemptOutcome> bad) {
        if (batch.size() == 1) {
            bad.put(
                    batch.get(0),
                    inHalves(batch, BatchCall.trying(this::handle, transaction)).get(0));
            if (bad.get(batch.get(0)) instanceof AttemptOutcome.Done) {
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

    private boolean fails(List<ReceivedTask> half) {
        try {
            var unused = repeat(BatchCall.trying(this::handle, transaction), half);
            return false;
        } catch (OutageRetry.HandBack stopping) {
            throw stopping;
        } catch (Exception failure) {
            return true;
        }
    }

    private List<AttemptOutcome> inHalves(List<ReceivedTask> batch, BatchCall call) {
        if (batch.isEmpty()) {
            return List.of();
        }
        try {
            return endings(batch, repeat(call, batch));
        } catch (OutageRetry.HandBack stopping) {
            throw stopping;
        } catch (Exception failure) {
            return batch.size() == 1
                    ? List.of(AttemptOutcome.of(failure, batch.get(0).task().retries()))
                    : bothHalves(batch, call);
        }
    }

    private List<AttemptOutcome> bothHalves(List<ReceivedTask> batch, BatchCall call) {
        var endings = new ArrayList<AttemptOutcome>();
        halves(batch).forEach(half -> endings.addAll(inHalves(half, call)));
        return endings;
    }

    private static List<List<ReceivedTask>> halves(List<ReceivedTask> batch) {
        var middle = batch.size() / 2;
        return List.of(batch.subList(0, middle), batch.subList(middle, batch.size()));
    }

    /** Repeated is only what ran in a transaction of the engine's, and was rolled back. */
    private Outcomes repeat(BatchCall call, List<ReceivedTask> batch) throws Exception {
        var task = batch.get(0).task();
        if (task.batch().orElseThrow().transaction()) {
            return outageRetry.sitOut(
                    () -> runLimited(call, batch), failure -> !task.retries().isHopeless(failure));
        }
        try {
            return runLimited(call, batch);
        } catch (Exception failure) {
            outageRetry.waitForDatabaseAfter(failure);
            throw failure;
        }
    }

    /** A batch that takes too long is halved like one that throws, but not for ever. */
    private Outcomes runLimited(BatchCall call, List<ReceivedTask> batch) throws Exception {
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

    private Outcomes handle(List<ReceivedTask> batch) throws Exception {
        var jobs = batch.stream().map(ReceivedTask::job).toList();
        var contexts = batch.stream().map(ReceivedTask::context).toList();
        var handler = batch.get(0).task().handler();
        if (cancellations.watch(contexts, () -> handler.invoke(jobs)) instanceof Outcomes outcomes) {
            return outcomes;
        }
        throw new IllegalStateException(handler + " must answer Outcomes, not null");
    }

    private List<AttemptOutcome> endings(List<ReceivedTask> batch, Outcomes outcomes) {
        return batch.stream()
                .map(received -> ending(received, outcomes.of(received.job())))
                .toList();
    }

    private AttemptOutcome ending(ReceivedTask received, Outcomes.Outcome outcome) {
        if (outcome instanceof Outcomes.Outcome.Failed failed) {
            return AttemptOutcome.of(failed.exception(), received.task().retries());
        }
        if (outcome instanceof Outcomes.Outcome.Retry retry) {
            return new AttemptOutcome.Failed(retry.why(), Optional.empty());
        }
        if (outcome instanceof Outcomes.Outcome.Reject reject) {
            return new AttemptOutcome.Hopeless(reject.why(), Optional.empty());
        }
        return new AttemptOutcome.Done(format.result(((Outcomes.Outcome.Done) outcome).result()));
    }
}
