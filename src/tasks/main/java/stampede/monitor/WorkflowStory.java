package stampede.monitor;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import stampede.history.TaskRun;
import stampede.task.TaskId;
import stampede.workflow.StepState;
import stampede.workflow.WorkflowTree;

/**
 * A workflow as the monitor tells it.
 *
 * @param lines its parts, each under what it is part of
 * @param steps how many steps are in each state, without the one for failures
 * @param hidden how many steps have no line, because nobody reads thousands
 * @param runs when the steps that have a line began and ended, by their ids, as far as the history has them
 */
record WorkflowStory(
        WorkflowTree tree, List<Line> lines, Map<StepState, Long> steps, long hidden, Map<TaskId, TaskRun> runs) {

    WorkflowStory with(List<TaskRun> found) {
        return new WorkflowStory(
                tree, lines, steps, hidden, found.stream().collect(Collectors.toMap(TaskRun::id, Function.identity())));
    }

    /** The steps that have a line. */
    List<TaskId> shown() {
        return Stream.concat(lines.stream().flatMap(line -> line.step().stream()), tree.onFailure().stream())
                .map(WorkflowTree.Step::id)
                .toList();
    }

    /**
     * A step, or what the lines under it are to each other.
     *
     * @param depth 0 at the root
     * @param parts how many a chain or group is made of
     * @param waitsFor the tasks before a step that waits; empty for any other
     * @param self whether it is the task whose page this is
     */
    record Line(
            int depth,
            WorkflowTree.Kind kind,
            Optional<WorkflowTree.Step> step,
            int parts,
            String waitsFor,
            boolean self) {

        /** How far it stands in: a phone has room for six steps. */
        public int indent() {
            return Math.min(depth, 6);
        }
    }
}
