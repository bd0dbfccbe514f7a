package stampede.task;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Moves tasks that have ended to where they go next, and returns only when they are safe there. */
@Component
class Settlement {

    /** Which queue a task came from, without the prefix; read by the dead-letter queue. */
    static final String QUEUE = "x-task-queue";

    /** What went wrong. */
    static final String ERROR = "x-task-error";

    /** How many retries such a failure gets; what is beyond them were last tries. */
    static final String PLANNED = "x-task-planned";

    /** Present if there shall be no further try. */
    static final String FINAL = "x-task-final";

    /** Written for the dead-letter queue only. */
    static final Set<String> ON_THE_WAY_TO_THE_DEAD = Set.of(QUEUE, ERROR, PLANNED, FINAL);

    private final Publisher publisher;
    private final Outbox outbox;
    private final TaskRegistry registry;
    private final Lanes lanes;
    private final Outage outage;
    private final Steps steps;
    private final Clock clock;

    Settlement(
            Publisher publisher,
            Outbox outbox,
            TaskRegistry registry,
            Lanes lanes,
            Outage outage,
            Steps steps,
            Clock clock) {
        this.publisher = publisher;
        this.outbox = outbox;
        this.registry = registry;
        this.lanes = lanes;
        this.outage = outage;
        this.steps = steps;
        this.clock = clock;
    }

    /**
     * Tells those who have to know how the tasks ended, then publishes what must be tried again or given up, with confirm. Only
     * then may the originals be acknowledged.
     *
     * @return whether all is safe; if not, the originals must stay with the broker
     */
    boolean settle(Collection<Ended> tasks, String queue, BooleanSupplier worthwhile) {
        var moves = tasks.stream().map(ended -> move(ended, queue)).toList();
        keep(moves.stream().flatMap(move -> move.row().stream()).toList());
        steps.conclude(moves.stream().flatMap(move -> move.step().stream()).toList());
        var messages = moves.stream().flatMap(move -> move.message().stream()).toList();
        return messages.isEmpty() || persist(messages, worthwhile);
    }

    private boolean persist(List<Outgoing> messages, BooleanSupplier worthwhile) {
        var left = published(messages);
        while (!left.isEmpty() && worthwhile.getAsBoolean()) {
            outage.rest();
            left = published(left);
        }
        return left.isEmpty();
    }

    /** Answers those that are not safe. What is refused, because a lane is full, waits in the outbox and holds up nobody. */
    private List<Outgoing> published(List<Outgoing> messages) {
        var deliveries = publisher.publishAndWait(
                messages.stream().map(Outgoing::request).toList());
        keep(with(Delivery.REFUSED, deliveries, messages)
                .map(Outgoing::otherwise)
                .toList());
        return with(Delivery.UNKNOWN, deliveries, messages).toList();
    }

    private static Stream<Outgoing> with(Delivery wanted, List<Delivery> deliveries, List<Outgoing> messages) {
        return IntStream.range(0, messages.size())
                .filter(index -> deliveries.get(index) == wanted)
                .mapToObj(messages::get);
    }

    /** All with few statements. */
    private void keep(List<Outbox.Waiting> rows) {
        if (!rows.isEmpty()) {
            outage.holdWhileAway(() -> outbox.addAll(rows));
        }
    }

    private Move move(Ended ended, String queue) {
        var ending = ended.ending();
        if (ending instanceof Ending.Done done) {
            return Move.none(step(ended, queue, TaskState.SUCCESS, done.result()));
        }
        var envelope = Wire.stripped(ended.envelope());
        if (ending instanceof Ending.Failed failed) {
            return again(ended, envelope, failed, queue);
        }
        if (ending instanceof Ending.Hopeless hopeless) {
            var again = envelope.with(Envelope.RETRIES, envelope.retries() + 1);
            return Move.out(
                    failed(ended, queue, hopeless.why(), hopeless.thrown(), Optional.empty(), true),
                    forGood(again, hopeless.why(), queue));
        }
        if (ending instanceof Ending.Unreadable unreadable) {
            return Move.out(Optional.empty(), forGood(envelope, unreadable.why(), queue));
        }
        if (ending instanceof Ending.Early early) {
            return Move.later(Optional.empty(), new Outbox.Waiting(queue, envelope, early.due()));
        }
        if (ending instanceof Ending.PutOff putOff) {
            var admitted = envelope.with(Admission.ADMITTED, true);
            return Move.later(Optional.empty(), new Outbox.Waiting(queue, admitted, putOff.due()));
        }
        var state = ending instanceof Ending.Cancelled ? TaskState.CANCELLED : TaskState.EXPIRED;
        return Move.none(step(ended, queue, state, Optional.empty()));
    }

    private Move again(Ended ended, Envelope envelope, Ending.Failed failed, String queue) {
        var wait = envelope.task()
                .flatMap(registry::byName)
                .flatMap(task -> task.retries().waitAfter(envelope.retries() + 1, failed.thrown()));
        var due = clock.instant().plus(wait.orElse(Duration.ZERO));
        var step = failed(ended, queue, failed.why(), failed.thrown(), wait.map(any -> due), false);
        var again = envelope.retriedAt(due).without(Admission.ADMITTED);
        if (wait.isPresent()) {
            var row = new Outbox.Waiting(queue, again, due);
            return lanes.has(wait.get())
                    ? Move.out(
                            step,
                            new Outgoing(new Publisher.PublishRequest(lanes.route(wait.get(), queue), again), row))
                    : Move.later(step, row);
        }
        return Move.out(step, toDead(dead(again, failed.why(), queue).with(PLANNED, planned(envelope, failed))));
    }

    private int planned(Envelope envelope, Ending.Failed failed) {
        return envelope.task()
                .flatMap(registry::byName)
                .map(task -> task.retries().retries(failed.thrown()))
                .orElse(0);
    }

    /** An attempt failed. Until the task is among the dead, that is RETRY, because it may get a last try. */
    private Optional<TaskStep> failed(
            Ended ended,
            String queue,
            String why,
            Optional<Throwable> thrown,
            Optional<Instant> next,
            boolean hopeless) {
        var run = new AttemptEnd(Optional.empty(), Optional.of(why), thrown, ended.runtime(), next, hopeless);
        return step(ended, queue, TaskState.RETRY, run);
    }

    private Optional<TaskStep> step(Ended ended, String queue, TaskState state, Optional<String> result) {
        var run = new AttemptEnd(result, Optional.empty(), Optional.empty(), ended.runtime(), Optional.empty(), false);
        return step(ended, queue, state, run);
    }

    private Optional<TaskStep> step(Ended ended, String queue, TaskState state, AttemptEnd run) {
        return ended.envelope()
                .id()
                .map(id -> new TaskStep(state, ended.envelope().message(id, queue), clock.instant(), Optional.of(run)));
    }

    private Outgoing forGood(Envelope envelope, String why, String queue) {
        return toDead(dead(envelope, why, queue).with(FINAL, true));
    }

    private Outgoing toDead(Envelope letter) {
        return new Outgoing(
                new Publisher.PublishRequest(lanes.dead(), letter),
                new Outbox.Waiting(QueueNames.DEAD, letter, clock.instant()));
    }

    /** With what the dead-letter queue's worker reads. */
    static Envelope dead(Envelope envelope, String why, String queue) {
        return envelope.with(QUEUE, queue).with(ERROR, why);
    }

    /**
     * A task and how it ended.
     *
     * @param runtime how long the attempt took
     */
    record Ended(Envelope envelope, Ending ending, Duration runtime) {}

    /** What is told of an end, and what goes back to the broker, or into the outbox, because of it. */
    private record Move(Optional<TaskStep> step, Optional<Outgoing> message, Optional<Outbox.Waiting> row) {

        static Move none(Optional<TaskStep> step) {
            return new Move(step, Optional.empty(), Optional.empty());
        }

        static Move out(Optional<TaskStep> step, Outgoing message) {
            return new Move(step, Optional.of(message), Optional.empty());
        }

        static Move later(Optional<TaskStep> step, Outbox.Waiting row) {
            return new Move(step, Optional.empty(), Optional.of(row));
        }
    }

    /** @param otherwise what is kept instead if the broker refuses the message */
    private record Outgoing(Publisher.PublishRequest request, Outbox.Waiting otherwise) {}
}
