package stampede.task.worker;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.support.OutageRetry;
import stampede.task.Delivery;
import stampede.task.TaskState;
import stampede.task.attempt.AttemptOutcome;
import stampede.task.attempt.EndedTask;
import stampede.task.broker.DelayLanes;
import stampede.task.broker.Publisher;
import stampede.task.broker.Route;
import stampede.task.event.TaskEvents;
import stampede.task.message.AmqpMessages;
import stampede.task.message.Envelope;
import stampede.task.message.MessageLimits;
import stampede.task.outbox.OutboxRepository;
import stampede.task.spi.AttemptEnd;
import stampede.task.spi.QueueNames;
import stampede.task.spi.TaskHeaders;
import stampede.task.spi.TaskStep;

/** Moves tasks that have ended to where they go next, and returns only when they are safe there. */
class AttemptOutcomes {

    private static final Logger log = LoggerFactory.getLogger(AttemptOutcomes.class);

    private final Publisher publisher;
    private final OutboxRepository outbox;
    private final NextAttempts nextAttempts;
    private final DelayLanes delayLanes;
    private final OutageRetry outageRetry;
    private final TaskEvents taskEvents;
    private final TransactionTemplate transaction;
    private final Clock clock;

    AttemptOutcomes(
            Publisher publisher,
            OutboxRepository outbox,
            NextAttempts nextAttempts,
            DelayLanes delayLanes,
            OutageRetry outageRetry,
            TaskEvents taskEvents,
            PlatformTransactionManager transactions,
            Clock clock) {
        this.publisher = publisher;
        this.outbox = outbox;
        this.nextAttempts = nextAttempts;
        this.delayLanes = delayLanes;
        this.outageRetry = outageRetry;
        this.taskEvents = taskEvents;
        this.transaction = new TransactionTemplate(transactions);
        this.transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        this.clock = clock;
    }

    /**
     * Writes down how the tasks ended and what of it waits in the outbox, in one transaction: all of it or, if it throws, nothing.
     *
     * @return what is still to be published, with {@link #publish}, before the originals may be acknowledged
     * @throws OutageRetry.HandBack if the node stops while the database is away
     */
    List<Parcel> record(Collection<EndedTask> tasks, String queue) {
        var moves = tasks.stream().map(ended -> move(ended, queue)).toList();
        var ends = moves.stream().flatMap(move -> move.step().stream()).toList();
        var rows = moves.stream().flatMap(move -> move.row().stream()).toList();
        if (!rows.isEmpty() || taskEvents.needTransaction(ends)) {
            outageRetry.holdWhileAway(() -> transaction.executeWithoutResult(status -> {
                outbox.addAll(rows);
                taskEvents.conclude(ends);
            }));
        } else {
            outageRetry.holdWhileAway(() -> taskEvents.conclude(ends));
        }
        ends.forEach(taskEvents::observe);
        return moves.stream().flatMap(move -> move.parcel().stream()).toList();
    }

    /**
     * Publishes, with confirm, what must be tried again or given up. What the broker has not taken when the node stops goes to the outbox.
     *
     * @param worthwhile whether the originals can still be acknowledged
     * @return what is not safe; its originals must stay with the broker
     */
    List<Parcel> publish(List<Parcel> parcels, BooleanSupplier worthwhile) {
        var left = unsafe(parcels);
        while (!left.isEmpty() && worthwhile.getAsBoolean()) {
            if (outageRetry.isStopping()) {
                return isKept(left) ? List.of() : left;
            }
            outageRetry.pause();
            left = unsafe(left);
        }
        return left;
    }

    /** Answers those that are not safe. What is refused, because a lane is full, waits in the outbox and holds up nobody. */
    private List<Parcel> unsafe(List<Parcel> parcels) {
        var deliveries =
                publisher.publishAndWait(parcels.stream().map(Parcel::request).toList());
        var rows = with(Delivery.REFUSED, deliveries, parcels).map(Parcel::row).toList();
        if (!rows.isEmpty()) {
            outageRetry.holdWhileAway(() -> transaction.executeWithoutResult(status -> outbox.addAll(rows)));
        }
        return with(Delivery.UNKNOWN, deliveries, parcels).toList();
    }

    private static Stream<Parcel> with(Delivery wanted, List<Delivery> deliveries, List<Parcel> parcels) {
        return IntStream.range(0, parcels.size())
                .filter(index -> deliveries.get(index) == wanted)
                .mapToObj(parcels::get);
    }

    private boolean isKept(List<Parcel> parcels) {
        try {
            transaction.executeWithoutResult(
                    status -> outbox.addAll(parcels.stream().map(Parcel::row).toList()));
            return true;
        } catch (DataAccessException | TransactionException away) {
            log.debug("Neither the broker nor the database takes it", away);
            return false;
        }
    }

    /** A task whose end is refused goes to the dead tasks, so that somebody sees it; whoever refuses is not told. */
    Parcel giveUp(EndedTask ended, String queue, RuntimeException refusal) {
        var why = "It ended (%s), but its end could not be written down: %s"
                .formatted(ended.ending().outcome(), AttemptOutcome.textOf(refusal));
        return forGood(ended, AmqpMessages.stripped(ended.envelope()), why, queue);
    }

    private Move move(EndedTask ended, String queue) {
        var ending = ended.ending();
        if (ending instanceof AttemptOutcome.Done done) {
            return Move.end(step(ended, queue, TaskState.SUCCESS, done.result()));
        }
        var envelope = AmqpMessages.stripped(ended.envelope());
        if (ending instanceof AttemptOutcome.Failed failed) {
            return again(ended, envelope, failed, queue);
        }
        if (ending instanceof AttemptOutcome.Hopeless hopeless) {
            var again = envelope.with(TaskHeaders.RETRIES, envelope.retries() + 1);
            return Move.published(hopeless(ended, queue, hopeless), forGood(ended, again, hopeless.why(), queue));
        }
        if (ending instanceof AttemptOutcome.Unreadable unreadable) {
            return Move.published(Optional.empty(), forGood(ended, envelope, unreadable.why(), queue));
        }
        if (ending instanceof AttemptOutcome.Early early) {
            return Move.kept(Optional.empty(), row(queue, envelope, early.due()));
        }
        if (ending instanceof AttemptOutcome.PutOff putOff) {
            return Move.kept(Optional.empty(), row(queue, envelope.with(TaskHeaders.ADMITTED, true), putOff.due()));
        }
        if (ending instanceof AttemptOutcome.Cancelled) {
            return Move.end(step(ended, queue, TaskState.CANCELLED, Optional.empty()));
        }
        if (ending instanceof AttemptOutcome.Expired) {
            return Move.end(step(ended, queue, TaskState.EXPIRED, Optional.empty()));
        }
        throw new IllegalStateException("Nothing says where a task goes that ended as " + ending.outcome());
    }

    /** A wait without a lane is kept in the outbox, and nothing is left to publish. */
    private Move again(EndedTask ended, Envelope envelope, AttemptOutcome.Failed failed, String queue) {
        var wait = nextAttempts.untilRetry(envelope, failed);
        var due = clock.instant().plus(wait.orElse(Duration.ZERO));
        var next = wait.isPresent()
                ? Optional.of(due)
                : nextAttempts.untilLastTry(envelope, failed).map(due::plus);
        var step = step(
                ended,
                queue,
                TaskState.RETRY,
                new AttemptEnd(
                        Optional.empty(),
                        Optional.of(failed.why()),
                        failed.thrown(),
                        ended.runtime(),
                        next,
                        false,
                        wait.isEmpty() && next.isPresent()));
        var again = envelope.retriedAt(due).without(TaskHeaders.ADMITTED).without(TaskHeaders.AGAIN);
        if (wait.isEmpty()) {
            var letter =
                    dead(again, failed.why(), queue).with(TaskHeaders.PLANNED, nextAttempts.retries(envelope, failed));
            return Move.published(step, toTheDead(ended, letter));
        }
        var row = row(queue, again, due);
        return delayLanes.has(wait.get())
                ? Move.published(step, new Parcel(ended, row, delayLanes.route(wait.get(), queue)))
                : Move.kept(step, row);
    }

    private static OutboxRepository.Waiting row(String queue, Envelope envelope, Instant due) {
        return new OutboxRepository.Waiting(queue, MessageLimits.cut(envelope), due);
    }

    /** An attempt failed for good. Until the task is among the dead, that is RETRY. */
    private Optional<TaskStep> hopeless(EndedTask ended, String queue, AttemptOutcome.Hopeless hopeless) {
        var run = new AttemptEnd(
                Optional.empty(),
                Optional.of(hopeless.why()),
                hopeless.thrown(),
                ended.runtime(),
                Optional.empty(),
                true);
        return step(ended, queue, TaskState.RETRY, run);
    }

    private Optional<TaskStep> step(EndedTask ended, String queue, TaskState state, Optional<String> result) {
        var run = new AttemptEnd(result, Optional.empty(), Optional.empty(), ended.runtime(), Optional.empty(), false);
        return step(ended, queue, state, run);
    }

    private Optional<TaskStep> step(EndedTask ended, String queue, TaskState state, AttemptEnd run) {
        return ended.envelope()
                .id()
                .map(id -> new TaskStep(
                        state,
                        ended.envelope().message(id, queue),
                        ended.endedAt().orElseGet(clock::instant),
                        Optional.of(run)));
    }

    private Parcel forGood(EndedTask ended, Envelope envelope, String why, String queue) {
        return toTheDead(ended, dead(envelope, why, queue).with(TaskHeaders.FINAL, true));
    }

    private Parcel toTheDead(EndedTask ended, Envelope letter) {
        return new Parcel(ended, row(QueueNames.DEAD, letter, clock.instant()), delayLanes.dead());
    }

    /** With what the dead-letter queue's worker reads. */
    static Envelope dead(Envelope envelope, String why, String queue) {
        return envelope.with(TaskHeaders.QUEUE, queue).with(TaskHeaders.ERROR, why);
    }

    /**
     * What has to be published because of an end.
     *
     * @param row the same for the outbox
     */
    record Parcel(EndedTask of, OutboxRepository.Waiting row, Publisher.PublishRequest request) {

        Parcel(EndedTask of, OutboxRepository.Waiting row, Route route) {
            this(of, row, new Publisher.PublishRequest(route, row.envelope()));
        }
    }

    /** What is told of an end, and where the task goes because of it: to the outbox, to the broker or nowhere. */
    private record Move(Optional<TaskStep> step, Optional<OutboxRepository.Waiting> row, Optional<Parcel> parcel) {

        static Move end(Optional<TaskStep> step) {
            return new Move(step, Optional.empty(), Optional.empty());
        }

        static Move kept(Optional<TaskStep> step, OutboxRepository.Waiting row) {
            return new Move(step, Optional.of(row), Optional.empty());
        }

        static Move published(Optional<TaskStep> step, Parcel parcel) {
            return new Move(step, Optional.empty(), Optional.of(parcel));
        }
    }
}
