package stampede.workflow;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import stampede.task.TaskId;
import tools.jackson.databind.json.JsonMapper;

/** Draws workflows as they stand. */
class WorkflowTreeReader {

    private final WorkflowRepository workflows;
    private final WorkflowStepRepository steps;
    private final JsonMapper json;

    WorkflowTreeReader(WorkflowRepository workflows, WorkflowStepRepository steps, JsonMapper json) {
        this.workflows = workflows;
        this.steps = steps;
        this.json = json;
    }

    Optional<WorkflowTree> find(TaskId id) {
        return workflows.numberOf(id).flatMap(workflows::find).map(this::draw);
    }

    private WorkflowTree draw(WorkflowRepository.Row workflow) {
        var rows = steps.all(workflow.number());
        var shape = json.readValue(workflow.shape(), WorkflowPlan.Shape.class);
        return new WorkflowTree(
                workflow.id(),
                workflow.state(),
                part(shape, rows),
                rows.stream()
                        .filter(WorkflowStepRepository.Row::isForFailures)
                        .findFirst()
                        .map(WorkflowTreeReader::step),
                Instant.ofEpochMilli(workflow.startedMs()),
                workflow.endedMs().map(Instant::ofEpochMilli));
    }

    /** @param rows by their number */
    private static WorkflowTree.Part part(WorkflowPlan.Shape shape, List<WorkflowStepRepository.Row> rows) {
        return new WorkflowTree.Part(
                shape.kind(),
                shape.kind() == WorkflowTree.Kind.STEP ? Optional.of(step(rows.get(shape.step()))) : Optional.empty(),
                shape.parts().stream().map(part -> part(part, rows)).toList());
    }

    private static WorkflowTree.Step step(WorkflowStepRepository.Row row) {
        return new WorkflowTree.Step(row.id(), row.name(), row.state(), row.error());
    }
}
