package stampede.workflow;

import stampede.support.OpenTransaction;
import stampede.task.TaskId;
import stampede.task.spi.TaskRequests;

/** Calls workflows off. */
class WorkflowCanceller {

    private final WorkflowRepository workflows;
    private final WorkflowStepRepository steps;
    private final TaskRequests requests;
    private final OpenTransaction transaction;

    WorkflowCanceller(
            WorkflowRepository workflows,
            WorkflowStepRepository steps,
            TaskRequests requests,
            OpenTransaction transaction) {
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

    private void cancel(WorkflowRepository.Row workflow) {
        workflows.change(workflow.number(), WorkflowState.CANCELLED, workflow.failed());
        steps.cancelWaiting(workflow.number());
        requests.cancelAll(steps.sent(workflow.number()));
    }
}
