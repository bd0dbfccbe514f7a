package stampede.task;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/** Decides which way a task goes: the outbox, a lane, or straight into its queue. */
@Component
class TaskSender implements Tasks, TaskRequests {

    private final TaskRegistry registry;
    private final EnvelopeFormat format;
    private final MessageLimits limits;
    private final Publisher publisher;
    private final Outbox outbox;
    private final RelaySignal relay;
    private final Lanes lanes;
    private final Steps steps;
    private final UniqueKeys uniques;
    private final OpenTransaction transaction;
    private final Lives lives;
    private final TaskCanceller canceller;
    private final Clock clock;

    TaskSender(
            TaskRegistry registry,
            EnvelopeFormat format,
            MessageLimits limits,
            Publisher publisher,
            Outbox outbox,
            RelaySignal relay,
            Lanes lanes,
            Steps steps,
            UniqueKeys uniques,
            OpenTransaction transaction,
            Lives lives,
            TaskCanceller canceller,
            Clock clock) {
        this.registry = registry;
        this.format = format;
        this.limits = limits;
        this.publisher = publisher;
        this.outbox = outbox;
        this.relay = relay;
        this.lanes = lanes;
        this.steps = steps;
        this.uniques = uniques;
        this.transaction = transaction;
        this.lives = lives;
        this.canceller = canceller;
        this.clock = clock;
    }

    @Override
    public TaskId send(Record payload, SendOption... options) {
        var task = registry.byPayload(payload.getClass());
        var sending = new Sending(clock.instant(), options);
        var queue = registry.checked(sending.queue().orElse(task.queue()), task);
        var envelope = withLife(envelope(task, payload, sending), sending);
        if (sending.unique().isPresent()) {
            return sendUnique(queue, envelope, sending, sending.unique().get());
        }
        go(queue, envelope, sending.id(), sending.delay(), sending.eta());
        return sending.id();
    }

    /** A random id is used once, so only a chosen one is told from another of its kind. */
    private Envelope withLife(Envelope envelope, Sending sending) {
        return sending.hasChosenId() ? envelope.with(Envelope.LIFE, lives.next(sending.id())) : envelope;
    }

    private Envelope envelope(TaskDefinition task, Record payload, Sending sending) {
        var envelope = sending.marked(format.write(task.name(), sending.id(), payload, sending.eta()));
        return limits.checked(task.version() == 1 ? envelope : envelope.with(Envelope.VERSION, task.version()));
    }

    /** The key and the task are safe together, or neither is. */
    private TaskId sendUnique(String queue, Envelope envelope, Sending sending, SendOption.Unique unique) {
        return transaction.write(() -> uniques.claim(unique, sending.id()).orElseGet(() -> {
            go(queue, envelope, sending.id(), sending.delay(), sending.eta());
            return sending.id();
        }));
    }

    @Override
    public void send(TaskRequest request) {
        var eta = request.due().filter(clock.instant()::isBefore);
        go(request.queue(), limits.checked(format.write(request)), request.id(), Optional.empty(), eta);
    }

    @Override
    public void sendAll(Collection<TaskRequest> requests) {
        if (!OpenTransaction.isThere()) {
            requests.forEach(this::send);
            return;
        }
        var now = clock.instant();
        var waiting = requests.stream()
                .map(request -> new Outbox.Waiting(
                        request.queue(),
                        limits.checked(format.write(request)),
                        request.due().orElse(now)))
                .toList();
        keep(waiting);
        waiting.forEach(task -> observe(
                task.queue(),
                task.envelope(),
                task.envelope().id().orElseThrow(),
                Optional.of(task.due()).filter(now::isBefore)));
    }

    @Override
    public TaskRequest request(Record payload, SendOption... options) {
        var task = registry.byPayload(payload.getClass());
        var sending = new Sending(clock.instant(), options);
        var life = sending.hasChosenId() ? lives.next(sending.id()) : 0;
        return format.request(
                task, sending.id(), life, registry.checked(sending.queue().orElse(task.queue()), task), payload);
    }

    @Override
    public CompletableFuture<Delivery> publish(Record payload, SendOption... options) {
        var task = registry.byPayload(payload.getClass());
        var sending = new Sending(clock.instant(), options);
        var queue = registry.checked(sending.queue().orElse(task.queue()), task);
        if (sending.unique().isPresent()) {
            throw new IllegalArgumentException("publish cannot look up a unique key; send can");
        }
        if (sending.eta().isPresent() && sending.delay().isEmpty()) {
            throw new IllegalArgumentException(
                    "publish cannot wait for " + sending.eta().get() + "; send can");
        }
        return publisher.publish(
                sending.delay().map(delay -> lanes.route(delay, queue)).orElseGet(() -> lanes.direct(queue)),
                envelope(task, payload, sending));
    }

    @Override
    public CompletableFuture<Delivery> publishTogether(Map<TaskId, ? extends Record> payloads) {
        var first = payloads.entrySet().iterator().next();
        if (payloads.size() == 1) {
            return publish(first.getValue(), SendOption.id(first.getKey()));
        }
        var task = registry.byPayload(first.getValue().getClass());
        if (task.batch().isEmpty()) {
            throw new IllegalArgumentException(task.name() + " does not run in batches, so each needs its own message");
        }
        var messages = format.writeTogether(task, payloads, limits.mostBytes());
        messages.forEach(limits::checked);
        return messages.stream()
                .map(message -> publisher.publish(lanes.direct(task.queue()), message))
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

    private void go(String queue, Envelope envelope, TaskId id, Optional<Duration> delay, Optional<Instant> eta) {
        if (OpenTransaction.isThere()) {
            keep(queue, envelope, eta);
        } else if (delay.isEmpty() && eta.isEmpty()) {
            publishOrThrow(lanes.direct(queue), envelope);
        } else if (delay.filter(lanes::has).isPresent()) {
            publishOrKeep(delay.get(), queue, envelope);
        } else {
            keep(queue, envelope, eta);
        }
        observe(queue, envelope, id, eta);
    }

    private void observe(String queue, Envelope envelope, TaskId id, Optional<Instant> eta) {
        steps.sent(new TaskStep(
                eta.isPresent() ? TaskState.SCHEDULED : TaskState.PENDING,
                envelope.message(id, queue),
                clock.instant(),
                Optional.empty()));
    }

    private void keep(String queue, Envelope envelope, Optional<Instant> eta) {
        keep(List.of(new Outbox.Waiting(queue, envelope, eta.orElseGet(clock::instant))));
    }

    private void keep(List<Outbox.Waiting> tasks) {
        var unused = transaction.write(() -> {
            outbox.addAll(tasks);
            relay.wakeAfterCommit();
            return true;
        });
    }

    /** A lane that is full is no reason not to send what may wait in the outbox as well. */
    private void publishOrKeep(Duration delay, String queue, Envelope envelope) {
        var due = clock.instant().plus(delay);
        var delivery = publisher.publish(lanes.route(delay, queue), envelope).join();
        if (delivery == Delivery.REFUSED) {
            keep(queue, envelope, Optional.of(due));
        } else {
            checkConfirmed(delivery, envelope);
        }
    }

    private void publishOrThrow(Route route, Envelope envelope) {
        checkConfirmed(publisher.publish(route, envelope).join(), envelope);
    }

    private static void checkConfirmed(Delivery delivery, Envelope envelope) {
        if (delivery != Delivery.CONFIRMED) {
            throw new TaskNotSent("RabbitMQ did not confirm the task %s: %s"
                    .formatted(envelope.task().orElseThrow(), delivery));
        }
    }
}
