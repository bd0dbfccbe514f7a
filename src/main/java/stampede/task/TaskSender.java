package stampede.task;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Decides which way a task goes: the outbox, a lane, or straight into its queue. */
@Component
class TaskSender implements Tasks, TaskRequests {

    private final TaskRegistry registry;
    private final EnvelopeFormat format;
    private final Publisher publisher;
    private final Outbox outbox;
    private final RelaySignal relay;
    private final Lanes lanes;
    private final Steps steps;
    private final CancelTable cancels;
    private final Cancellations cancellations;
    private final Clock clock;

    TaskSender(
            TaskRegistry registry,
            EnvelopeFormat format,
            Publisher publisher,
            Outbox outbox,
            RelaySignal relay,
            Lanes lanes,
            Steps steps,
            CancelTable cancels,
            Cancellations cancellations,
            Clock clock) {
        this.registry = registry;
        this.format = format;
        this.publisher = publisher;
        this.outbox = outbox;
        this.relay = relay;
        this.lanes = lanes;
        this.steps = steps;
        this.cancels = cancels;
        this.cancellations = cancellations;
        this.clock = clock;
    }

    @Override
    public TaskId send(Record payload, SendOption... options) {
        var task = registry.byPayload(payload.getClass());
        var how = Sending.of(options);
        var eta = how.eta(clock.instant());
        go(task.queue(), format.write(task.name(), how.id(), payload, eta), how.id(), how.delay(), eta);
        return how.id();
    }

    @Override
    public void send(TaskRequest request) {
        var eta = request.due().filter(clock.instant()::isBefore);
        go(request.queue(), format.write(request), request.id(), Optional.empty(), eta);
    }

    @Override
    public void sendAll(Collection<TaskRequest> requests) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            requests.forEach(this::send);
            return;
        }
        var now = clock.instant();
        var waiting = requests.stream()
                .map(request -> new Outbox.Waiting(
                        request.queue(), format.write(request), request.due().orElse(now)))
                .toList();
        outbox.addAll(waiting);
        relay.wakeAfterCommit();
        waiting.forEach(task -> observe(
                task.queue(),
                task.envelope(),
                task.envelope().id().orElseThrow(),
                Optional.of(task.due()).filter(now::isBefore)));
    }

    @Override
    public TaskRequest request(Record payload) {
        var task = registry.byPayload(payload.getClass());
        return format.request(task.name(), task.queue(), payload);
    }

    @Override
    public CompletableFuture<Delivery> publish(Record payload, SendOption... options) {
        var task = registry.byPayload(payload.getClass());
        var how = Sending.of(options);
        var eta = how.eta(clock.instant());
        var envelope = format.write(task.name(), how.id(), payload, eta);
        if (eta.isPresent() && how.delay().isEmpty()) {
            throw new IllegalArgumentException("publish cannot wait for " + eta.get() + "; send can");
        }
        return publisher.publish(
                how.delay().map(delay -> lanes.route(delay, task.queue())).orElseGet(() -> lanes.direct(task.queue())),
                envelope);
    }

    @Override
    public boolean cancel(TaskId id) {
        if (!cancels.ask(id)) {
            return false;
        }
        AfterCommit.run(() -> cancellations.add(List.of(id.value())));
        return true;
    }

    private void go(String queue, Envelope envelope, TaskId id, Optional<Duration> delay, Optional<Instant> eta) {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            keep(queue, envelope, eta);
        } else if (delay.isEmpty() && eta.isEmpty()) {
            publishOrThrow(lanes.direct(queue), envelope);
        } else if (delay.filter(lanes::has).isPresent()) {
            publishOrThrow(lanes.route(delay.get(), queue), envelope);
        } else {
            keep(queue, envelope, eta);
        }
        observe(queue, envelope, id, eta);
    }

    private void observe(String queue, Envelope envelope, TaskId id, Optional<Instant> eta) {
        steps.observeAfterCommit(new TaskStep(
                eta.isPresent() ? TaskState.SCHEDULED : TaskState.PENDING,
                envelope.message(id, queue),
                clock.instant(),
                Optional.empty()));
    }

    private void keep(String queue, Envelope envelope, Optional<Instant> eta) {
        outbox.add(queue, envelope, eta.orElseGet(clock::instant));
        relay.wakeAfterCommit();
    }

    private void publishOrThrow(Route route, Envelope envelope) {
        var delivery = publisher.publish(route, envelope).join();
        if (delivery != Delivery.CONFIRMED) {
            throw new TaskNotSent("RabbitMQ did not confirm the task %s: %s"
                    .formatted(envelope.task().orElseThrow(), delivery));
        }
    }

    /** What the options of one call come to. */
    private record Sending(TaskId id, Optional<Duration> delay, Optional<Instant> due) {

        static Sending of(SendOption... options) {
            var sending = new Sending(TaskId.random(), Optional.empty(), Optional.empty());
            for (var option : options) {
                sending = sending.with(option);
            }
            return sending;
        }

        private Sending with(SendOption option) {
            if (option instanceof SendOption.In in) {
                return new Sending(id, Optional.of(in.delay()).filter(Sending::isLater), Optional.empty());
            }
            if (option instanceof SendOption.At at) {
                return new Sending(id, Optional.empty(), Optional.of(at.due()));
            }
            return new Sending(((SendOption.Id) option).id(), delay, due);
        }

        private static boolean isLater(Duration delay) {
            return delay.toMillis() > 0;
        }

        /** When it is to run, if not at once. */
        Optional<Instant> eta(Instant now) {
            return delay.map(now::plus).or(() -> due.filter(now::isBefore));
        }
    }
}
