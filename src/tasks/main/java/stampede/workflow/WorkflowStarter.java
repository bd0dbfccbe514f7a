package stampede.workflow;

import java.util.List;
import java.util.Optional;
import org.springframework.dao.DuplicateKeyException;
import stampede.support.OpenTransaction;
import stampede.task.TaskId;
import stampede.task.spi.TaskRequests;
import tools.jackson.databind.json.JsonMapper;

/** Writes down a workflow and sends its first tasks. */
class WorkflowStarter {

    private final WorkflowRepository workflows;
    private final WorkflowStepRepository steps;
    private final WorkflowGates gates;
    private final TaskRequests requests;
    private final JsonMapper json;
    private final OpenTransaction transaction;

    WorkflowStarter(
            WorkflowRepository workflows,
            WorkflowStepRepository steps,
            WorkflowGates gates,
            TaskRequests requests,
            JsonMapper json,
            OpenTransaction transaction) {
        this.workflows = workflows;
        this.steps = steps;
        this.gates = gates;
        this.requests = requests;
        this.json = json;
        this.transaction = transaction;
    }

    TaskId start(Workflow workflow) {
        return transaction.write(() -> write(workflow));
    }

    private TaskId write(Workflow workflow) {
        var workflowPlan = WorkflowPlan.of(workflow);
        var drafts = workflowPlan.steps().stream().map(this::draft).toList();
        var id = idOf(workflowPlan, drafts);
        var number = add(id, workflowPlan, drafts);
        gates.open(workflows.lock(number).orElseThrow(), WorkflowPlan.START, Optional.empty());
        return id;
    }

    /** An id is a workflow's as long as that is remembered, because replays and results find it by its steps' ids. */
    private long add(TaskId id, WorkflowPlan workflowPlan, List<WorkflowStepRepository.Draft> drafts) {
        try {
            var number = workflows.add(id, json.writeValueAsString(workflowPlan.shape()), workflowPlan.gates());
            steps.add(number, drafts);
            return number;
        } catch (DuplicateKeyException taken) {
            throw new IllegalArgumentException(
                    "Another workflow has a step with the same id as one of these: give steps ids that are used once, or none",
                    taken);
        }
    }

    private WorkflowStepRepository.Draft draft(WorkflowPlan.PlannedStep plan) {
        return new WorkflowStepRepository.Draft(
                plan,
                plan.task().map(WorkflowStepRequest::idOf).orElseGet(TaskId::random),
                plan.task().map(task -> WorkflowStepRequest.of(task, requests)));
    }

    private static TaskId idOf(WorkflowPlan workflowPlan, List<WorkflowStepRepository.Draft> drafts) {
        return workflowPlan.last().map(step -> drafts.get(step.number()).id()).orElseGet(TaskId::random);
    }
}
