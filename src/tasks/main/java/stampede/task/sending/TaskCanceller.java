package stampede.task.sending;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;
import stampede.support.AfterCommit;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.task.cancel.CancellationRepository;
import stampede.task.cancel.Cancellations;
import stampede.task.cancel.TaskLifeSequence;
import stampede.task.event.TaskEvents;
import stampede.task.outbox.OutboxRepository;
import stampede.task.spi.AttemptEnd;
import stampede.task.spi.TaskStateStore;
import stampede.task.spi.TaskStep;

/**
 * Calls tasks off. What waits in the outbox for its time is deleted there and has ended. Of anything else a row says that it shall not
 * begin, or shall stop; what is known to have ended is left alone, so that nothing is said of a later task of the same id.
 */
class TaskCanceller {

    private static final AttemptEnd NEVER_RAN = new AttemptEnd(
            Optional.empty(), Optional.empty(), Optional.empty(), Duration.ZERO, Optional.empty(), false);

    private final CancellationRepository cancels;
    private final Cancellations cancellations;
    private final OutboxRepository outbox;
    private final UniqueKeyRepository uniques;
    private final DeadTasks dead;
    private final TaskEvents taskEvents;
    private final TaskLifeSequence lives;
    private final Clock clock;

    TaskCanceller(
            CancellationRepository cancels,
            Cancellations cancellations,
            OutboxRepository outbox,
            UniqueKeyRepository uniques,
            DeadTasks dead,
            TaskEvents taskEvents,
            TaskLifeSequence lives,
            Clock clock) {
        this.cancels = cancels;
        this.cancellations = cancellations;
        this.outbox = outbox;
        this.uniques = uniques;
        this.dead = dead;
        this.taskEvents = taskEvents;
        this.lives = lives;
        this.clock = clock;
    }

    /** Answers which of them were not called off before and are not known to have ended. */
    @Transactional(isolation = Isolation.READ_COMMITTED)
    public Set<TaskId> cancel(Collection<TaskId> ids) {
        var asked = cancels.find(ids);
        var removed = removeWaiting(ids);
        var known = taskEvents.known(ids).stream().collect(Collectors.groupingBy(TaskStateStore.Known::id));
        var over = new HashSet<TaskId>();
        var open = new HashSet<TaskId>();
        for (var id : ids) {
            var lives = known.getOrDefault(id, List.of());
            if (removed.containsKey(id)) {
                (isOver(lives, removed.get(id)) ? over : open).add(id);
            } else if (lives.isEmpty() || !isOver(lives, Set.of())) {
                open.add(id);
            }
        }
        enter(over, open);
        open.removeIf(id -> !removed.containsKey(id) && wasAsked(asked.get(id), known.getOrDefault(id, List.of())));
        over.addAll(open);
        return over;
    }

    private void enter(Set<TaskId> over, Set<TaskId> open) {
        var all = new ArrayList<>(over);
        all.addAll(open);
        if (all.isEmpty()) {
            return;
        }
        var life = lives.untilNow();
        cancels.ask(over, life, true);
        cancels.ask(open, life, false);
        uniques.free(all);
        var told = all.stream().collect(Collectors.toMap(TaskId::value, id -> life, (one, same) -> one));
        AfterCommit.run(() -> cancellations.add(told));
    }

    /** Those that were called off long ago and never came: they are waiting for a far day, or nobody has them. */
    @Transactional(isolation = Isolation.READ_COMMITTED)
    public void forget(Collection<TaskId> ids) {
        removeWaiting(ids);
        cancels.forget(ids);
    }

    /** Ends what waits for its time, and answers which lives of which ids that were. */
    private Map<TaskId, Set<Long>> removeWaiting(Collection<TaskId> ids) {
        var lives = new HashMap<TaskId, Set<Long>>();
        var ends = new ArrayList<TaskStep>();
        for (var row : outbox.removeWaiting(ids)) {
            var id = row.envelope().id().orElseThrow();
            lives.computeIfAbsent(id, any -> new HashSet<>()).add(row.envelope().life());
            ends.add(new TaskStep(
                    TaskState.CANCELLED,
                    row.envelope().message(id, row.queue()),
                    clock.instant(),
                    Optional.of(NEVER_RAN)));
        }
        taskEvents.concludeHere(ends);
        return lives;
    }

    /** Whether no task of an id goes on, as far as is known, beside those that were removed. */
    private boolean isOver(List<TaskStateStore.Known> known, Set<Long> removed) {
        return known.stream().allMatch(life -> removed.contains(life.life()) || isOver(life));
    }

    /** The news that a dead task was brought back may still be on its way to those who remember. */
    private boolean isOver(TaskStateStore.Known life) {
        return life.state().isFinal()
                && (life.state() != TaskState.FAILURE
                        || dead.of(life.id()).stream()
                                .findFirst()
                                .filter(death -> death.status() == DeadTask.Status.REPLAYED)
                                .isEmpty());
    }

    private static boolean wasAsked(CancellationRepository.@Nullable Asked asked, List<TaskStateStore.Known> known) {
        return asked != null && !asked.ended() && known.stream().noneMatch(life -> life.life() > asked.life());
    }
}
