package stampede.workflow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import stampede.task.TaskState;
import stampede.task.spi.AttemptEnd;
import stampede.task.spi.TaskStep;

/** Works out what the ends of steps mean for their workflow. Works in the caller's transaction, which holds the workflow's lock. */
class WorkflowStepEnds {

    private static final int ERROR_LENGTH = 500;

    private final WorkflowRepository workflows;
    private final WorkflowStepRepository steps;
    private final WorkflowGates gates;

    WorkflowStepEnds(WorkflowRepository workflows, WorkflowStepRepository steps, WorkflowGates gates) {
        this.workflows = workflows;
        this.steps = steps;
        this.gates = gates;
    }

    /** @param told how steps ended that had not ended before, in any order */
    void take(WorkflowRepository.Row workflow, Map<WorkflowStepRepository.Row, TaskStep> told) {
        var ended = told.entrySet().stream()
                .map(entry -> new Ended(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingInt(end -> end.row().step()))
                .toList();
        steps.end(workflow.number(), ended.stream().map(Ended::end).toList());
        var counted = ended.stream().filter(end -> !end.row().isForFailures()).toList();
        if (!workflow.state().isFinal() && !counted.isEmpty()) {
            move(workflow, counted);
        }
    }

    private void move(WorkflowRepository.Row workflow, List<Ended> ended) {
        var failed = workflow.failed()
                + ended.stream().mapToInt(Ended::changeOfFailed).sum();
        var state = stateAfter(ended, failed);
        if (state != workflow.state() || failed != workflow.failed()) {
            workflows.change(workflow.number(), state, failed);
        }
        ended.stream()
                .filter(Ended::isAFailure)
                .findFirst()
                .ifPresent(end -> gates.tellOfFailure(workflow, end.row().id()));
        if (state == WorkflowState.CANCELLED) {
            steps.cancelWaiting(workflow.number());
        } else {
            countDown(workflow, ended);
        }
    }

    private static WorkflowState stateAfter(List<Ended> ended, int failed) {
        if (ended.stream().anyMatch(Ended::endsTheWorkflow)) {
            return WorkflowState.CANCELLED;
        }
        return failed > 0 ? WorkflowState.FAILURE : WorkflowState.RUNNING;
    }

    private void countDown(WorkflowRepository.Row workflow, List<Ended> ended) {
        var done = new TreeMap<Integer, List<Ended>>();
        ended.stream()
                .filter(end -> end.state() == StepState.SUCCESS)
                .forEach(end -> done.computeIfAbsent(end.row().opens(), any -> new ArrayList<>())
                        .add(end));
        done.forEach((gate, before) -> gates.countDown(
                workflow,
                gate,
                before.size(),
                Optional.of(before.get(before.size() - 1).row().id())));
    }

    private record Ended(WorkflowStepRepository.Row row, TaskStep told) {

        StepState state() {
            return switch (told.state()) {
                case SUCCESS -> StepState.SUCCESS;
                case FAILURE -> StepState.FAILURE;
                case CANCELLED -> StepState.CANCELLED;
                case EXPIRED -> StepState.EXPIRED;
                case PENDING, SCHEDULED, STARTED, RETRY -> StepState.SENT;
            };
        }

        WorkflowStepRepository.End end() {
            return new WorkflowStepRepository.End(
                    row.step(), state(), told.run().flatMap(AttemptEnd::result), error());
        }

        private Optional<String> error() {
            return told.run()
                    .flatMap(AttemptEnd::error)
                    .flatMap(text -> text.lines().findFirst())
                    .map(line -> line.substring(0, Math.min(line.length(), ERROR_LENGTH)));
        }

        int changeOfFailed() {
            var before = row.state() == StepState.FAILURE ? 1 : 0;
            var after = state() == StepState.FAILURE ? 1 : 0;
            return after - before;
        }

        boolean isAFailure() {
            return told.state() == TaskState.FAILURE || told.state() == TaskState.EXPIRED;
        }

        boolean endsTheWorkflow() {
            return told.state() == TaskState.CANCELLED || told.state() == TaskState.EXPIRED;
        }
    }
}
