package stampede.monitor;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import stampede.task.TaskId;
import stampede.workflow.StepState;
import stampede.workflow.WorkflowTree;
import stampede.workflow.WorkflowTree.Kind;
import stampede.workflow.WorkflowTree.Part;
import stampede.workflow.WorkflowTree.Step;

/** Draws a workflow line by line, down from the whole. */
final class WorkflowDrawing {

    /** Steps that get a line. */
    static final int MOST = 200;

    private static final int MOST_NAMES = 3;

    private final List<WorkflowStory.Line> lines = new ArrayList<>();
    private final TaskId self;
    private final Set<TaskId> shown;

    private WorkflowDrawing(TaskId self, List<Step> steps) {
        this.self = self;
        this.shown = steps.stream()
                .sorted(Comparator.comparingInt(this::rank))
                .limit(MOST)
                .map(Step::id)
                .collect(Collectors.toCollection(HashSet::new));
    }

    static WorkflowStory of(WorkflowTree tree, TaskId self) {
        var steps = stepsOf(tree.root()).toList();
        var drawing = new WorkflowDrawing(self, steps);
        drawing.draw(tree.root(), 0, Optional.empty(), "");
        return new WorkflowStory(
                tree,
                drawing.lines,
                steps.stream().collect(Collectors.groupingBy(Step::state, TreeMap::new, Collectors.counting())),
                steps.size() - drawing.shown.size(),
                Map.of());
    }

    static Stream<Step> stepsOf(Part part) {
        return Stream.concat(part.step().stream(), part.parts().stream().flatMap(WorkflowDrawing::stepsOf));
    }

    /** If there are too many, those that somebody may have to do something about are shown. */
    private int rank(Step step) {
        if (step.id().equals(self)) {
            return 0;
        }
        return switch (step.state()) {
            case FAILURE, EXPIRED -> 1;
            case SENT -> 2;
            case WAITING, SUCCESS, CANCELLED -> 3;
        };
    }

    /** @param before what the part waits for, in words */
    private void draw(Part part, int depth, Optional<Kind> around, String before) {
        part.step().filter(step -> shown.contains(step.id())).ifPresent(step -> add(step, depth, before));
        if (part.kind() != Kind.STEP) {
            drawParts(part, depth, around, before);
        }
    }

    /** A chain in a chain is one longer chain, and a group in a group one larger group. */
    private void drawParts(Part part, int depth, Optional<Kind> around, String before) {
        var saysNothingNew = part.parts().size() == 1
                || around.filter(kind -> kind == part.kind()).isPresent();
        var under = saysNothingNew ? around : Optional.of(part.kind());
        var heading = lines.size();
        var waitsFor = before;
        for (var each : part.parts()) {
            draw(each, saysNothingNew ? depth : depth + 1, under, waitsFor);
            if (part.kind() == Kind.CHAIN) {
                var last = lastOf(each);
                waitsFor = last.isEmpty() ? waitsFor : words(last);
            }
        }
        if (!saysNothingNew && lines.size() > heading) {
            lines.add(
                    heading,
                    new WorkflowStory.Line(
                            depth, part.kind(), Optional.empty(), part.parts().size(), "", false));
        }
    }

    private void add(Step step, int depth, String before) {
        var waitsFor = step.state() == StepState.WAITING ? before : "";
        lines.add(new WorkflowStory.Line(
                depth, Kind.STEP, Optional.of(step), 0, waitsFor, step.id().equals(self)));
    }

    /** The steps with which the part ends. */
    private static List<Step> lastOf(Part part) {
        return switch (part.kind()) {
            case STEP -> part.step().stream().toList();
            case GROUP ->
                part.parts().stream().flatMap(each -> lastOf(each).stream()).toList();
            case CHAIN -> {
                var parts = new ArrayList<>(part.parts());
                Collections.reverse(parts);
                yield parts.stream()
                        .map(WorkflowDrawing::lastOf)
                        .filter(steps -> !steps.isEmpty())
                        .findFirst()
                        .orElse(List.of());
            }
        };
    }

    /** Those that have not succeeded yet, each name once. */
    private static String words(List<Step> steps) {
        var missing = steps.stream()
                .filter(step -> step.state() != StepState.SUCCESS)
                .collect(Collectors.groupingBy(Step::name, TreeMap::new, Collectors.counting()));
        var names = missing.entrySet().stream()
                .limit(MOST_NAMES)
                .map(entry -> entry.getValue() == 1 ? entry.getKey() : entry.getKey() + " × " + entry.getValue())
                .collect(Collectors.joining(", "));
        return missing.size() > MOST_NAMES ? names + " …" : names;
    }
}
