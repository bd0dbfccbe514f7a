package stampede.task.sending;

import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import stampede.support.OpenTransaction;
import stampede.task.Delivery;
import stampede.task.SendOption;
import stampede.task.TaskId;
import stampede.task.Tasks;
import stampede.task.outbox.OutboxRepository;
import stampede.task.sending.EnvelopeFactory.Outgoing;
import stampede.task.spi.TaskRequest;
import stampede.task.spi.TaskRequests;

/** Sends tasks and calls them off: what callers may ask for, on top of {@link EnvelopeFactory} and {@link TaskDispatcher}. */
class TaskSender implements Tasks, TaskRequests {

    private final EnvelopeFactory envelopes;
    private final TaskDispatcher taskDispatcher;
    private final OutboxRepository outbox;
    private final UniqueKeyRepository uniques;
    private final OpenTransaction transaction;
    private final TaskCanceller canceller;
    private final Clock clock;

    TaskSender(
            EnvelopeFactory envelopes,
            TaskDispatcher taskDispatcher,
            OutboxRepository outbox,
            UniqueKeyRepository uniques,
            OpenTransaction transaction,
            TaskCanceller canceller,
            Clock clock) {
        this.envelopes = envelopes;
        this.taskDispatcher = taskDispatcher;
        this.outbox = outbox;
        this.uniques = uniques;
        this.transaction = transaction;
        this.canceller = canceller;
        this.clock = clock;
    }

    @Override
    public TaskId send(Record payload, SendOption... options) {
        var task = envelopes.one(payload, options);
        var sending = task.sending();
        if (sending.unique().isPresent()) {
            return sendUnique(task, sending.unique().get());
        }
        go(task);
        return sending.id();
    }

    /** The key and the task are safe together, or neither is. */
    private TaskId sendUnique(Outgoing task, SendOption.Unique unique) {
        var id = task.sending().id();
        return transaction.write(() -> uniques.claim(unique, id).orElseGet(() -> {
            go(task);
            return id;
        }));
    }

    private void go(Outgoing task) {
        var sending = task.sending();
        taskDispatcher.go(task.queue(), task.envelope(), sending.id(), sending.delay(), sending.eta());
    }

    @Override
    public void send(TaskRequest request) {
        var eta = request.due().filter(clock.instant()::isBefore);
        taskDispatcher.go(request.queue(), envelopes.of(request), request.id(), Optional.empty(), eta);
    }

    @Override
    public void sendAll(Collection<TaskRequest> requests) {
        if (!OpenTransaction.isThere()) {
            requests.forEach(this::send);
            return;
        }
        var now = clock.instant();
        taskDispatcher.goTogether(requests.stream()
                .map(request -> new OutboxRepository.Waiting(
                        request.queue(), envelopes.of(request), request.due().orElse(now)))
                .toList());
    }

    @Override
    public TaskRequest request(Record payload, SendOption... options) {
        return envelopes.request(payload, options);
    }

    @Override
    public CompletableFuture<Delivery> publish(Record payload, SendOption... options) {
        var task = envelopes.copy(payload, options);
        var sending = task.sending();
        if (sending.unique().isPresent()) {
            throw new IllegalArgumentException("publish cannot look up a unique key; send can");
        }
        if (sending.eta().isPresent() && sending.delay().isEmpty()) {
            throw new IllegalArgumentException(
                    "publish cannot wait for " + sending.eta().get() + "; send can");
        }
        return taskDispatcher.publish(task.queue(), task.envelope(), sending.delay());
    }

    @Override
    public CompletableFuture<Delivery> publishTogether(Map<TaskId, ? extends Record> payloads) {
        if (payloads.size() == 1) {
            var only = payloads.entrySet().iterator().next();
            return publish(only.getValue(), SendOption.id(only.getKey()));
        }
        var together = envelopes.together(payloads);
        return together.messages().stream()
                .map(message -> taskDispatcher.publish(together.queue(), message, Optional.empty()))
                .reduce((some, next) -> some.thenCombine(next, TaskSender::both))
                .orElseThrow();
    }

    /** Of some that arrived and some that did not one only knows that not all did. */
    private static Delivery both(Delivery one, Delivery other) {
        return one == other ? one : Delivery.UNKNOWN;
    }

    @Override
    public boolean cancel(TaskId id) {
        return transaction.write(() -> !canceller.cancel(List.of(id)).isEmpty());
    }

    @Override
    public void cancelAll(Collection<TaskId> ids) {
        if (!ids.isEmpty()) {
            var unused = transaction.write(() -> canceller.cancel(ids));
        }
    }

    @Override
    public boolean isAnyWaiting(Collection<TaskId> ids) {
        return outbox.isAnyWaiting(ids);
    }
}
