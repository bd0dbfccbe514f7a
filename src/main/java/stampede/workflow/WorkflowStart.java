package stampede.workflow;

import java.util.List;
import java.util.Optional;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;
import stampede.task.OpenTransaction;
import stampede.task.TaskId;
import stampede.task.TaskRequests;
import tools.jackson.databind.json.JsonMapper;

/** Writes down a workflow and sends its first tasks. */
@Component
class WorkflowStart {

    private final WorkflowTable workflows;
    private final StepTable steps;
    private final Gates gates;
    private final TaskRequests requests;
    private final JsonMapper json;
    private final OpenTransaction transaction;

    WorkflowStart(
            WorkflowTable workflows,
            StepTable steps,
            Gates gates,
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
        var blueprint = Blueprint.of(workflow);
        var drafts = blueprint.steps().stream().map(this::draft).toList();
        var id = idOf(blueprint, drafts);
        var number = add(id, blueprint, drafts);
        gates.open(workflows.lock(number).orElseThrow(), Blueprint.START, Optional.empty());
        return id;
    }

    /** An id is a workflow's as long as that is remembered, because replays and results find it by its steps' ids. */
    private long add(TaskId id, Blueprint blueprint, List<StepTable.Draft> drafts) {
        try {
            var number = workflows.add(id, json.writeValueAsString(blueprint.shape()), blueprint.gates());
            steps.add(number, drafts);
            return number;
        } catch (DuplicateKeyException taken) {
            throw new IllegalArgumentException(
                    "Another workflow has a step with the same id as one of these: give steps ids that are used once, or none",
                    taken);
        }
    }

    private StepTable.Draft draft(Blueprint.PlannedStep plan) {
        return new StepTable.Draft(
                plan,
                plan.task().map(StepRequest::idOf).orElseGet(TaskId::random),
                plan.task().map(task -> StepRequest.of(task, requests)));
    }

    private static TaskId idOf(Blueprint blueprint, List<StepTable.Draft> drafts) {
        return blueprint.last().map(step -> drafts.get(step.number()).id()).orElseGet(TaskId::random);
    }
}
