package stampede.workflow;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import stampede.task.TaskId;
import stampede.task.spi.TaskRequests;

/** Opens gates and sends what waits behind them. Works in the caller's transaction, which holds the workflow's lock. */
class WorkflowGates {

    private final WorkflowRepository workflows;
    private final WorkflowStepRepository steps;
    private final TaskRequests requests;
    private final Clock clock;

    WorkflowGates(WorkflowRepository workflows, WorkflowStepRepository steps, TaskRequests requests, Clock clock) {
        this.workflows = workflows;
        this.steps = steps;
        this.requests = requests;
        this.clock = clock;
    }

    /** That many more steps before the gate have succeeded; the last of them is the parent of what follows. */
    void countDown(WorkflowRepository.Row workflow, int gate, int done, Optional<TaskId> last) {
        if (workflows.countDown(workflow.number(), gate, done)) {
            open(workflow, gate, last);
        }
    }

    void open(WorkflowRepository.Row workflow, int gate, Optional<TaskId> last) {
        if (gate == WorkflowPlan.END) {
            workflows.change(workflow.number(), WorkflowState.SUCCESS, 0);
            return;
        }
        var waiting = steps.waiting(workflow.number(), gate);
        send(workflow, waiting.stream().filter(step -> !step.onlyJoins()).toList(), last);
        waiting.stream().filter(WorkflowStepRepository.Row::onlyJoins).forEach(step -> {
            steps.end(workflow.number(), List.of(done(step)));
            countDown(workflow, step.opens(), 1, last);
        });
    }

    /** Sends the step that waits for a failure, if there is one and it still waits. */
    void tellOfFailure(WorkflowRepository.Row workflow, TaskId failed) {
        send(workflow, steps.waiting(workflow.number(), WorkflowPlan.NEVER), Optional.of(failed));
    }

    private void send(
            WorkflowRepository.Row workflow, List<WorkflowStepRepository.Row> waiting, Optional<TaskId> parent) {
        if (waiting.isEmpty()) {
            return;
        }
        var now = clock.instant();
        requests.sendAll(waiting.stream()
                .map(step -> steps.requestOf(step).toSend(step.id(), workflow.number(), workflow.id(), parent, now))
                .toList());
        steps.markSent(workflow.number(), waiting);
    }

    private static WorkflowStepRepository.End done(WorkflowStepRepository.Row step) {
        return new WorkflowStepRepository.End(step.step(), StepState.SUCCESS, Optional.empty(), Optional.empty());
    }
}
