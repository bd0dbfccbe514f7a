package stampede.history;

import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import stampede.task.Remember;
import stampede.task.TaskConclusion;
import stampede.task.TaskKinds;
import stampede.task.TaskObserver;
import stampede.task.TaskState;
import stampede.task.TaskStep;
import stampede.task.ThisNode;

/** Listens to the engine and has written down what is to be remembered. Ends are safe before the engine goes on. */
@Component
class HistoryKeeper implements TaskObserver, TaskConclusion {

    private final TaskKinds kinds;
    private final HistoryWriter writer;
    private final RunRows rows;
    private final Ends ends;
    private final ThisNode node;

    HistoryKeeper(TaskKinds kinds, HistoryWriter writer, RunRows rows, Ends ends, ThisNode node) {
        this.kinds = kinds;
        this.writer = writer;
        this.rows = rows;
        this.ends = ends;
        this.node = node;
    }

    @Override
    public void observe(TaskStep step) {
        if (step.state().isFinal()) {
            ends.tell(step.message().id());
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
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            rows.write(changes);
        } else {
            writer.write(changes);
        }
    }

    private boolean isRemembered(TaskStep step) {
        return kinds.remember(step.message().name()) == Remember.EVERYTHING
                || switch (step.state()) {
                    case RETRY, FAILURE, CANCELLED, EXPIRED -> true;
                    case PENDING, SCHEDULED, STARTED, SUCCESS ->
                        step.message().attempt() > 1 || Progress.replays(step) > 0;
                };
    }
}
