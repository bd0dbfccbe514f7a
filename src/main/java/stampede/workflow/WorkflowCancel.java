package stampede.workflow;

import org.springframework.stereotype.Component;
import stampede.task.OpenTransaction;
import stampede.task.TaskId;
import stampede.task.TaskRequests;

/** Calls workflows off. */
@Component
class WorkflowCancel {

    private final WorkflowTable workflows;
    private final StepTable steps;
    private final TaskRequests requests;
    private final OpenTransaction transaction;

    WorkflowCancel(WorkflowTable workflows, StepTable steps, TaskRequests requests, OpenTransaction transaction) {
        this.workflows = workflows;
        this.steps = steps;
        this.requests = requests;
        this.transaction = transaction;
    }

    boolean cancel(TaskId id) {
        return transaction.write(() -> isCancelled(id));
    }

    private boolean isCancelled(TaskId id) {
        var workflow = workflows
                .numberOf(id)
                .flatMap(workflows::lock)
                .filter(row -> !row.state().isFinal());
        workflow.ifPresent(this::cancel);
        return workflow.isPresent();
    }

    private void cancel(WorkflowTable.Row workflow) {
        workflows.change(workflow.number(), WorkflowState.CANCELLED, workflow.failed());
        steps.cancelWaiting(workflow.number());
        requests.cancelAll(steps.sent(workflow.number()));
    }
}
