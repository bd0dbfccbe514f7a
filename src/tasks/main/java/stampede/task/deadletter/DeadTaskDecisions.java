package stampede.task.deadletter;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import stampede.support.OpenTransaction;
import stampede.task.TaskState;
import stampede.task.cancel.CancellationRepository;
import stampede.task.deadletter.DeadTaskDecisionRepository.Dead;
import stampede.task.event.TaskEvents;
import stampede.task.outbox.OutboxRepository;
import stampede.task.outbox.RelaySignal;
import stampede.task.spi.MessageTime;
import stampede.task.spi.TaskHeaders;
import stampede.task.spi.TaskStep;

/** Carries out what is decided about dead tasks, one or many: each is sent again or discarded once, whoever decides. */
class DeadTaskDecisions {

    private final DeadTaskDecisionRepository dead;
    private final OpenTransaction transaction;
    private final OutboxRepository outbox;
    private final RelaySignal relay;
    private final TaskEvents taskEvents;
    private final CancellationRepository cancels;
    private final Clock clock;

    DeadTaskDecisions(
            DeadTaskDecisionRepository dead,
            OpenTransaction transaction,
            OutboxRepository outbox,
            RelaySignal relay,
            TaskEvents taskEvents,
            CancellationRepository cancels,
            Clock clock) {
        this.dead = dead;
        this.transaction = transaction;
        this.outbox = outbox;
        this.relay = relay;
        this.taskEvents = taskEvents;
        this.cancels = cancels;
        this.clock = clock;
    }

    boolean replay(long id) {
        return inTransaction(() -> replay(dead.lock(id))) == 1;
    }

    /** After this wait, and evenly over this time; answers the numbers of those that nobody had decided about. */
    List<Long> replay(Collection<Long> ids, Duration wait, Duration over) {
        return transaction.write(() -> {
            var tasks = dead.lock(ids);
            replay(tasks, wait, over);
            return tasks.stream().map(Dead::number).toList();
        });
    }

    boolean discard(long id) {
        return inTransaction(() -> dead.discard(id)) == 1;
    }

    /** What dies from now on has a higher number, and is left alone. */
    long replayAll(DeadTaskFilter which) {
        var last = dead.last(which);
        return untilNoneIsLeft(() -> replay(dead.lock(which, last)));
    }

    /** Leaves alone, too, what dies from now on. */
    long discardAll(DeadTaskFilter which) {
        var last = dead.last(which);
        return untilNoneIsLeft(() -> dead.discard(which, last));
    }

    private long untilNoneIsLeft(IntSupplier some) {
        long all = 0;
        for (int decided = inTransaction(some); decided > 0; decided = inTransaction(some)) {
            all += decided;
        }
        return all;
    }

    private int inTransaction(IntSupplier decision) {
        return transaction.write(decision::getAsInt);
    }

    private int replay(List<Dead> tasks) {
        return replay(tasks, Duration.ZERO, Duration.ZERO);
    }

    private int replay(List<Dead> tasks, Duration wait, Duration over) {
        if (!tasks.isEmpty()) {
            var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
            outbox.addAll(IntStream.range(0, tasks.size())
                    .mapToObj(index -> waiting(
                            tasks.get(index),
                            now,
                            wait.plus(over.multipliedBy(index).dividedBy(tasks.size()))))
                    .toList());
            dead.markReplayed(tasks, now.toEpochMilli());
            cancels.forget(tasks.stream().map(Dead::id).toList());
            relay.wakeAfterCommit();
            tasks.forEach(task -> taskEvents.observeAfterCommit(new TaskStep(
                    TaskState.PENDING, task.envelope().message(task.id(), task.queue()), now, Optional.empty())));
        }
        return tasks.size();
    }

    private static OutboxRepository.Waiting waiting(Dead task, Instant now, Duration wait) {
        var due = now.plusMillis(wait.toMillis());
        return new OutboxRepository.Waiting(
                task.queue(),
                due.isAfter(now) ? task.envelope().with(TaskHeaders.ETA, MessageTime.write(due)) : task.envelope(),
                due);
    }
}
