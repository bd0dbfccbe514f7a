package stampede.task.event;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.function.SingletonSupplier;
import stampede.support.AfterCommit;
import stampede.support.OpenTransaction;
import stampede.task.TaskId;
import stampede.task.spi.TaskConclusion;
import stampede.task.spi.TaskEnds;
import stampede.task.spi.TaskObserver;
import stampede.task.spi.TaskStateStore;
import stampede.task.spi.TaskStep;

/** Tells observers and conclusions what happens to tasks. They are fetched when first needed, because they may send tasks. */
public class TaskEvents implements TaskEnds {

    private static final Logger log = LoggerFactory.getLogger(TaskEvents.class);

    private final Supplier<List<TaskObserver>> observers;
    private final Supplier<List<TaskConclusion>> conclusions;
    private final Supplier<Optional<TaskStateStore>> memory;

    TaskEvents(
            ObjectProvider<TaskObserver> observers,
            ObjectProvider<TaskConclusion> conclusions,
            ObjectProvider<TaskStateStore> memory) {
        this.observers = SingletonSupplier.of(() -> observers.orderedStream().toList());
        this.conclusions =
                SingletonSupplier.of(() -> conclusions.orderedStream().toList());
        this.memory = SingletonSupplier.of(() -> Optional.ofNullable(memory.getIfAvailable()));
    }

    /** A task was sent, and is, if the current transaction commits. */
    public void recordSent(TaskStep step) {
        if (step.message().life() > 0) {
            memory.get().ifPresent(all -> begin(all, step));
        }
        observeAfterCommit(step);
    }

    /** What cannot be written now is written when the database is back, because observers are told of it, too. */
    private static void begin(TaskStateStore memory, TaskStep sent) {
        try {
            memory.begin(sent);
        } catch (RuntimeException away) {
            if (OpenTransaction.isThere()) {
                throw away;
            }
            log.warn(
                    "That {} was sent is written down later: {}", sent.message().id(), away.toString());
        }
    }

    /** What is remembered of tasks with these ids. */
    public List<TaskStateStore.Known> known(Collection<TaskId> ids) {
        return memory.get().map(all -> all.find(ids)).orElse(List.of());
    }

    /** Something happened that nobody must know of. */
    public void observe(TaskStep step) {
        observers.get().forEach(observer -> observe(observer, step));
    }

    /** The same, but only if the current transaction commits, if there is one. */
    public void observeAfterCommit(TaskStep step) {
        AfterCommit.run(() -> observe(step));
    }

    /** Tells conclusions how attempts ended, in the current transaction if there is one. Who merely watches is to be told afterwards. */
    public void conclude(List<TaskStep> ends) {
        if (!ends.isEmpty()) {
            conclusions.get().forEach(conclusion -> conclusion.conclude(ends));
        }
    }

    /** Tasks ended, in the current transaction if there is one. */
    @Override
    public void concludeHere(List<TaskStep> ends) {
        conclude(ends);
        ends.forEach(this::observeAfterCommit);
    }

    /** Whether a conclusion wants to be told of these in a transaction. */
    public boolean needTransaction(List<TaskStep> ends) {
        return conclusions.get().stream().anyMatch(conclusion -> ends.stream().anyMatch(conclusion::needsTransaction));
    }

    private static void observe(TaskObserver observer, TaskStep step) {
        try {
            observer.observe(step);
        } catch (RuntimeException failure) {
            log.warn(
                    "{} failed to watch {}",
                    observer.getClass().getSimpleName(),
                    step.message().name(),
                    failure);
        }
    }
}
