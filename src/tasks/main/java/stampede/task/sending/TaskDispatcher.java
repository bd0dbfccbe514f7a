package stampede.task.sending;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import stampede.support.OpenTransaction;
import stampede.task.Delivery;
import stampede.task.TaskId;
import stampede.task.TaskNotSent;
import stampede.task.TaskState;
import stampede.task.broker.DelayLanes;
import stampede.task.broker.Publisher;
import stampede.task.broker.Route;
import stampede.task.event.TaskEvents;
import stampede.task.message.Envelope;
import stampede.task.outbox.OutboxRepository;
import stampede.task.outbox.RelaySignal;
import stampede.task.spi.TaskStep;

/** Decides which way a message goes: the outbox, a lane, or straight into its queue. */
class TaskDispatcher {

    private final Publisher publisher;
    private final OutboxRepository outbox;
    private final RelaySignal relay;
    private final DelayLanes delayLanes;
    private final TaskEvents taskEvents;
    private final OpenTransaction transaction;
    private final Clock clock;

    TaskDispatcher(
            Publisher publisher,
            OutboxRepository outbox,
            RelaySignal relay,
            DelayLanes delayLanes,
            TaskEvents taskEvents,
            OpenTransaction transaction,
            Clock clock) {
        this.publisher = publisher;
        this.outbox = outbox;
        this.relay = relay;
        this.delayLanes = delayLanes;
        this.taskEvents = taskEvents;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** Keeps them all in the open transaction, with few statements. */
    void goTogether(List<OutboxRepository.Waiting> waiting) {
        var now = clock.instant();
        keep(waiting);
        waiting.forEach(task -> observe(
                task.queue(),
                task.envelope(),
                task.envelope().id().orElseThrow(),
                Optional.of(task.due()).filter(now::isBefore)));
    }

    /** Straight to the broker, whatever transaction there may be. */
    CompletableFuture<Delivery> publish(String queue, Envelope envelope, Optional<Duration> delay) {
        return publisher.publish(
                delay.map(wait -> delayLanes.route(wait, queue)).orElseGet(() -> delayLanes.direct(queue)), envelope);
    }

    /** Inside of a transaction it goes with that, else at once or into a lane, and what neither takes is kept. */
    void go(String queue, Envelope envelope, TaskId id, Optional<Duration> delay, Optional<Instant> eta) {
        if (OpenTransaction.isThere()) {
            keep(queue, envelope, eta);
        } else if (delay.isEmpty() && eta.isEmpty()) {
            publishOrThrow(delayLanes.direct(queue), envelope);
        } else if (delay.filter(delayLanes::has).isPresent()) {
            publishOrKeep(delay.get(), queue, envelope);
        } else {
            keep(queue, envelope, eta);
        }
        observe(queue, envelope, id, eta);
    }

    private void observe(String queue, Envelope envelope, TaskId id, Optional<Instant> eta) {
        taskEvents.recordSent(new TaskStep(
                eta.isPresent() ? TaskState.SCHEDULED : TaskState.PENDING,
                envelope.message(id, queue),
                clock.instant(),
                Optional.empty()));
    }

    private void keep(String queue, Envelope envelope, Optional<Instant> eta) {
        keep(List.of(new OutboxRepository.Waiting(queue, envelope, eta.orElseGet(clock::instant))));
    }

    private void keep(List<OutboxRepository.Waiting> tasks) {
        var unused = transaction.write(() -> {
            outbox.addAll(tasks);
            relay.wakeAfterCommit();
            return true;
        });
    }

    /** A lane that is full is no reason not to send what may wait in the outbox as well. */
    private void publishOrKeep(Duration delay, String queue, Envelope envelope) {
        var due = clock.instant().plus(delay);
        var delivery =
                publisher.publish(delayLanes.route(delay, queue), envelope).join();
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
