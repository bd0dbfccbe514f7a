package stampede.task;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
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
        steps.conclude(moves.stream().flatMap(move -> move.step().stream()).toList());
        var messages = moves.stream().flatMap(move -> move.message().stream()).toList();
        return messages.isEmpty() || persist(messages, worthwhile);
    }

    private boolean persist(List<Publisher.PublishRequest> moves, BooleanSupplier worthwhile) {
        var left = publisher.publishAndWait(moves);
        while (!left.isEmpty() && worthwhile.getAsBoolean()) {
            outage.rest();
            left = publisher.publishAndWait(left);
        }
        return left.isEmpty();
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
            return new Move(
                    failed(ended, queue, hopeless.why(), hopeless.thrown(), Optional.empty(), true),
                    Optional.of(forGood(again, hopeless.why(), queue)));
        }
        if (ending instanceof Ending.Unreadable unreadable) {
            return new Move(Optional.empty(), Optional.of(forGood(envelope, unreadable.why(), queue)));
        }
        if (ending instanceof Ending.Early early) {
            outage.holdWhileAway(() -> outbox.add(queue, envelope, early.due()));
            return Move.none(Optional.empty());
        }
        if (ending instanceof Ending.PutOff putOff) {
            outage.holdWhileAway(() -> outbox.add(queue, envelope.with(Admission.ADMITTED, true), putOff.due()));
            return Move.none(Optional.empty());
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
            return new Move(step, inLane(again, wait.get(), due, queue));
        }
        var letter = dead(again, failed.why(), queue).with(PLANNED, planned(envelope, failed));
        return new Move(step, Optional.of(new Publisher.PublishRequest(lanes.dead(), letter)));
    }

    /** A wait without a lane is kept in the outbox, and nothing is left to publish. */
    private Optional<Publisher.PublishRequest> inLane(Envelope again, Duration wait, Instant due, String queue) {
        if (lanes.has(wait)) {
            return Optional.of(new Publisher.PublishRequest(lanes.route(wait, queue), again));
        }
        outage.holdWhileAway(() -> outbox.add(queue, again, due));
        return Optional.empty();
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

    private Publisher.PublishRequest forGood(Envelope envelope, String why, String queue) {
        return new Publisher.PublishRequest(
                lanes.dead(), dead(envelope, why, queue).with(FINAL, true));
    }

    private static Envelope dead(Envelope envelope, String why, String queue) {
        return envelope.with(QUEUE, queue).with(ERROR, why);
    }

    /**
     * A task and how it ended.
     *
     * @param runtime how long the attempt took
     */
    record Ended(Envelope envelope, Ending ending, Duration runtime) {}

    /** What is told of an end, and what goes back to the broker because of it. */
    private record Move(Optional<TaskStep> step, Optional<Publisher.PublishRequest> message) {

        static Move none(Optional<TaskStep> step) {
            return new Move(step, Optional.empty());
        }
    }
}
