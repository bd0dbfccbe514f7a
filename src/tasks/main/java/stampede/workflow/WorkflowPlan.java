package stampede.workflow;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A workflow laid out as steps and gates: each step waits for one gate and, once it is done, counts down one gate. That is
 * enough for everything that chains and groups can say, and takes one row per step rather than one per pair of steps.
 */
final class WorkflowPlan {

    /** Opens when the workflow starts. */
    static final int START = 0;

    /** Opens when all is done. */
    static final int END = 1;

    /** Never opens; the step that is sent on failure waits here. */
    static final int NEVER = -1;

    private final List<PlannedStep> steps = new ArrayList<>();
    private final List<Integer> gates = new ArrayList<>(List.of(0, 0));
    private final Shape shape;
    private final Optional<PlannedStep> onFailure;

    private WorkflowPlan(Workflow workflow, Optional<Workflow.Step> onFailure) {
        this.shape = lay(workflow, START, END);
        this.onFailure = onFailure.map(task -> new PlannedStep(steps.size(), Optional.of(task), NEVER, NEVER));
        if (steps.stream().allMatch(step -> step.task().isEmpty())) {
            throw new IllegalArgumentException("a workflow needs at least one task");
        }
    }

    static WorkflowPlan of(Workflow workflow) {
        return workflow instanceof Workflow.Guarded guarded
                ? new WorkflowPlan(guarded.workflow(), Optional.of(guarded.onFailure()))
                : new WorkflowPlan(workflow, Optional.empty());
    }

    /** All steps by their number, the one for failures last. */
    List<PlannedStep> steps() {
        var all = new ArrayList<>(steps);
        onFailure.ifPresent(all::add);
        return all;
    }

    /** How many steps each gate still misses, by the gate's number. */
    List<Integer> gates() {
        return Collections.unmodifiableList(gates);
    }

    Shape shape() {
        return shape;
    }

    /** The task that ends the workflow, if it is one. */
    Optional<PlannedStep> last() {
        var last = steps.stream().filter(step -> step.opens() == END).toList();
        return last.size() == 1
                ? Optional.of(last.get(0)).filter(step -> step.task().isPresent())
                : Optional.empty();
    }

    private Shape lay(Workflow part, int waitsFor, int opens) {
        if (part instanceof Workflow.Step step) {
            return Shape.step(add(Optional.of(step), waitsFor, opens));
        }
        if (part instanceof Workflow.Chain chain) {
            return layChain(chain.parts(), waitsFor, opens);
        }
        return layGroup(((Workflow.Group) part).parts(), waitsFor, opens);
    }

    private Shape layChain(List<Workflow> parts, int waitsFor, int opens) {
        joinIfEmpty(parts, waitsFor, opens);
        var shapes = new ArrayList<Shape>();
        var gate = waitsFor;
        for (int index = 0; index < parts.size(); index++) {
            var next = index == parts.size() - 1 ? opens : newGate();
            shapes.add(lay(parts.get(index), gate, next));
            gate = next;
        }
        return new Shape(WorkflowTree.Kind.CHAIN, -1, shapes);
    }

    private Shape layGroup(List<Workflow> parts, int waitsFor, int opens) {
        joinIfEmpty(parts, waitsFor, opens);
        var shapes = parts.stream().map(member -> lay(member, waitsFor, opens)).toList();
        return new Shape(WorkflowTree.Kind.GROUP, -1, shapes);
    }

    /** Where there is nothing to do, a step without a task leads from what is before to what is after. */
    private void joinIfEmpty(List<Workflow> parts, int waitsFor, int opens) {
        if (parts.isEmpty()) {
            add(Optional.empty(), waitsFor, opens);
        }
    }

    private int add(Optional<Workflow.Step> task, int waitsFor, int opens) {
        var step = new PlannedStep(steps.size(), task, waitsFor, opens);
        steps.add(step);
        gates.set(opens, gates.get(opens) + 1);
        return step.number();
    }

    private int newGate() {
        gates.add(0);
        return gates.size() - 1;
    }

    /** @param task empty for a step that only joins */
    record PlannedStep(int number, Optional<Workflow.Step> task, int waitsFor, int opens) {}

    /**
     * How parts contain each other.
     *
     * @param step its number, if it is one step
     */
    record Shape(WorkflowTree.Kind kind, int step, List<Shape> parts) {

        static Shape step(int number) {
            return new Shape(WorkflowTree.Kind.STEP, number, List.of());
        }
    }
}
