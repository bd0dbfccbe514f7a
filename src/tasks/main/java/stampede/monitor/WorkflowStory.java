package stampede.monitor;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import stampede.workflow.StepState;
import stampede.workflow.WorkflowTree;

/**
 * A workflow as the monitor tells it.
 *
 * @param lines its parts, each under what it is part of
 * @param steps how many steps are in each state, without the one for failures
 * @param hidden how many steps have no line, because nobody reads thousands
 */
record WorkflowStory(WorkflowTree tree, List<Line> lines, Map<StepState, Long> steps, long hidden) {

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
