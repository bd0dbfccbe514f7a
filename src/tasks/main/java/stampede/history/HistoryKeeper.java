package stampede.history;

import java.util.Collection;
import java.util.List;
import org.springframework.core.annotation.Order;
import stampede.support.OpenTransaction;
import stampede.task.Remember;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.spi.TaskConclusion;
import stampede.task.spi.TaskKinds;
import stampede.task.spi.TaskObserver;
import stampede.task.spi.TaskStateStore;
import stampede.task.spi.TaskStep;
import stampede.task.spi.ThisNode;

/** Listens to the engine and has written down what is to be remembered. Ends are safe before the engine goes on. */
@Order(2)
class HistoryKeeper implements TaskObserver, TaskConclusion, TaskStateStore {

    private final TaskKinds kinds;
    private final HistoryWriter writer;
    private final TaskRunRepository rows;
    private final ResultWaiters waiters;
    private final ThisNode node;

    HistoryKeeper(TaskKinds kinds, HistoryWriter writer, TaskRunRepository rows, ResultWaiters waiters, ThisNode node) {
        this.kinds = kinds;
        this.writer = writer;
        this.rows = rows;
        this.waiters = waiters;
        this.node = node;
    }

    @Override
    public void observe(TaskStep step) {
        if (step.state().isFinal()) {
            waiters.tell(step.message().id());
        } else if (step.state() != TaskState.RETRY && isRemembered(step)) {
            writer.note(RunChange.of(step, node.name()));
        }
    }

    @Override
    public void conclude(List<TaskStep> steps) {
        var changes = steps.stream()
                .filter(this::isRemembered)
                .map(step -> RunChange.of(step, node.name()))
                .toList();
        if (changes.isEmpty()) {
            return;
        }
        if (OpenTransaction.isThere()) {
            rows.write(changes);
        } else {
            writer.write(changes);
        }
    }

    @Override
    public void begin(TaskStep sent) {
        conclude(List.of(sent));
    }

    /** Of a task whose success leaves no row, a row is no news of the next of its id. */
    @Override
    public List<Known> find(Collection<TaskId> ids) {
        return rows.find(ids).stream()
                .filter(row -> row.known().life() == 0 || kinds.remember(row.name()) == Remember.EVERYTHING)
                .map(TaskRunRepository.Named::known)
                .toList();
    }

    /** Written twice, or for an end that is then told again, it is the same row. Without a transaction many queues share a commit. */
    @Override
    public boolean needsTransaction(TaskStep end) {
        return false;
    }

    private boolean isRemembered(TaskStep step) {
        return kinds.remember(step.message().name()) == Remember.EVERYTHING
                || switch (step.state()) {
                    case RETRY, FAILURE, CANCELLED, EXPIRED -> true;
                    case PENDING, SCHEDULED, STARTED, SUCCESS ->
                        step.message().attempt() > 1 || RunProgress.replays(step) > 0;
                };
    }
}
