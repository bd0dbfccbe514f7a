package stampede.workflow;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.task.TaskId;
import stampede.task.TaskRequests;

/** Opens gates and sends what waits behind them. Works in the caller's transaction, which holds the workflow's lock. */
@Component
class Gates {

    private final WorkflowTable workflows;
    private final StepTable steps;
    private final TaskRequests requests;
    private final Clock clock;

    Gates(WorkflowTable workflows, StepTable steps, TaskRequests requests, Clock clock) {
        this.workflows = workflows;
        this.steps = steps;
        this.requests = requests;
        this.clock = clock;
    }

    /** That many more steps before the gate have succeeded; the last of them is the parent of what follows. */
    void countDown(WorkflowTable.Row workflow, int gate, int done, Optional<TaskId> last) {
        if (workflows.countDown(workflow.number(), gate, done)) {
            open(workflow, gate, last);
        }
    }

    void open(WorkflowTable.Row workflow, int gate, Optional<TaskId> last) {
        if (gate == Blueprint.END) {
            workflows.change(workflow.number(), WorkflowState.SUCCESS, 0);
            return;
        }
        var waiting = steps.waiting(workflow.number(), gate);
        send(workflow, waiting.stream().filter(step -> !step.onlyJoins()).toList(), last);
        waiting.stream().filter(StepTable.Row::onlyJoins).forEach(step -> {
            steps.end(workflow.number(), List.of(done(step)));
            countDown(workflow, step.opens(), 1, last);
        });
    }

    /** Sends the step that waits for a failure, if there is one and it still waits. */
    void tellOfFailure(WorkflowTable.Row workflow, TaskId failed) {
        send(workflow, steps.waiting(workflow.number(), Blueprint.NEVER), Optional.of(failed));
    }

    private void send(WorkflowTable.Row workflow, List<StepTable.Row> waiting, Optional<TaskId> parent) {
        if (waiting.isEmpty()) {
            return;
        }
        var now = clock.instant();
        requests.sendAll(waiting.stream()
                .map(step -> steps.requestOf(step).toSend(step.id(), workflow.number(), workflow.id(), parent, now))
                .toList());
        steps.markSent(workflow.number(), waiting);
    }

    private static StepTable.End done(StepTable.Row step) {
        return new StepTable.End(step.step(), StepState.SUCCESS, Optional.empty(), Optional.empty());
    }
}
