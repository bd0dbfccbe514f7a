package stampede.workflow;

import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import stampede.task.TaskId;
import stampede.task.Tasks;

/** Calls workflows off. */
@Component
class WorkflowCancel {

    private final WorkflowTable workflows;
    private final StepTable steps;
    private final Tasks tasks;

    WorkflowCancel(WorkflowTable workflows, StepTable steps, Tasks tasks) {
        this.workflows = workflows;
        this.steps = steps;
        this.tasks = tasks;
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
        steps.all(workflow.number()).stream()
                .filter(step -> step.state() == StepState.SENT)
                .forEach(step -> tasks.cancel(step.id()));
    }
}
