package stampede.workflow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.annotation.Order;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.TaskId;
import stampede.task.spi.TaskConclusion;
import stampede.task.spi.TaskStep;

/**
 * Lets workflows go on when their tasks end. One transaction per workflow takes the ends and sends what follows; the lock on
 * the workflow's row lets the last two members of a group end at the same moment on two nodes and still be counted one after
 * the other. Tasks of no workflow cost nothing.
 */
@Order(3)
class WorkflowConclusion implements TaskConclusion {

    private static final Logger log = LoggerFactory.getLogger(WorkflowConclusion.class);

    private final WorkflowRepository workflows;
    private final WorkflowStepRepository steps;
    private final WorkflowStepEnds ends;
    private final TransactionTemplate transaction;

    WorkflowConclusion(
            WorkflowRepository workflows,
            WorkflowStepRepository steps,
            WorkflowStepEnds ends,
            TransactionTemplate transaction) {
        this.workflows = workflows;
        this.steps = steps;
        this.ends = ends;
        this.transaction = transaction;
    }

    /** In the order of the workflows' numbers, so that two nodes never wait for each other's locks. */
    @Override
    public void conclude(List<TaskStep> told) {
        var byWorkflow = new TreeMap<Long, List<TaskStep>>();
        for (var end : told) {
            if (end.state().isFinal()) {
                WorkflowStepRequest.workflowOf(end.message())
                        .ifPresent(number -> byWorkflow
                                .computeIfAbsent(number, any -> new ArrayList<>())
                                .add(end));
            }
        }
        byWorkflow.forEach((number, of) -> transaction.executeWithoutResult(status -> conclude(number, of)));
    }

    @Override
    public boolean needsTransaction(TaskStep end) {
        return end.state().isFinal()
                && WorkflowStepRequest.workflowOf(end.message()).isPresent();
    }

    private void conclude(long number, List<TaskStep> told) {
        var workflow = workflows.lock(number);
        if (workflow.isEmpty()) {
            log.warn("Workflow {} is gone, so nothing follows on {} of its tasks", number, told.size());
            return;
        }
        var byId = firstOfEach(told);
        var open = steps.find(number, byId.keySet()).stream()
                .filter(step -> !step.state().isFinal())
                .collect(Collectors.toMap(step -> step, step -> byId.get(step.id())));
        ends.take(workflow.get(), open);
    }

    private static Map<TaskId, TaskStep> firstOfEach(List<TaskStep> told) {
        var byId = new LinkedHashMap<TaskId, TaskStep>();
        told.forEach(end -> byId.putIfAbsent(end.message().id(), end));
        return byId;
    }
}
