package stampede.workflow;

import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import stampede.task.TaskId;
import stampede.task.TaskRequests;

/** Calls workflows off. */
@Component
class WorkflowCancel {

    private final WorkflowTable workflows;
    private final StepTable steps;
    private final TaskRequests requests;

    WorkflowCancel(WorkflowTable workflows, StepTable steps, TaskRequests requests) {
        this.workflows = workflows;
        this.steps = steps;
        this.requests = requests;
    }

    @Transactional
    public boolean cancel(TaskId id) {
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
