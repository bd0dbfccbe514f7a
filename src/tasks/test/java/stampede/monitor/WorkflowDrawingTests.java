package stampede.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import stampede.task.TaskId;
import stampede.workflow.StepState;
import stampede.workflow.WorkflowState;
import stampede.workflow.WorkflowTree;
import stampede.workflow.WorkflowTree.Kind;
import stampede.workflow.WorkflowTree.Part;
import stampede.workflow.WorkflowTree.Step;

/** How workflows are put into lines. */
class WorkflowDrawingTests {

    @Test
    void tellsWhatEachStepWaitsFor() {
        var root = chain(
                step("fetch", StepState.SUCCESS),
                group(
                        step("resize", StepState.SENT),
                        step("resize", StepState.SENT),
                        step("resize", StepState.SUCCESS),
                        chain(step("scan", StepState.SENT), step("judge", StepState.WAITING))),
                step("publish", StepState.WAITING),
                step("tell", StepState.WAITING));

        assertThat(draw(root).lines())
                .map(WorkflowDrawingTests::written)
                .containsExactly(
                        "CHAIN 4",
                        "  fetch",
                        "  GROUP 4",
                        "    resize",
                        "    resize",
                        "    resize",
                        "    CHAIN 2",
                        "      scan",
                        "      judge < scan",
                        "  publish < judge, resize × 2",
                        "  tell < publish");
    }

    @Test
    void leavesOutWhatSaysNothing() {
        var root = chain(
                chain(step("first", StepState.SENT), group()),
                group(group(step("left", StepState.WAITING)), step("right", StepState.WAITING)),
                group(step("alone", StepState.WAITING)));

        assertThat(draw(root).lines())
                .map(WorkflowDrawingTests::written)
                .containsExactly(
                        "CHAIN 3",
                        "  first",
                        "  GROUP 2",
                        "    left < first",
                        "    right < first",
                        "  alone < left, right");
    }

    @Test
    void showsOfThousandsThoseThatMatter() {
        var failed = step("failed", StepState.FAILURE);
        var self = step("self", StepState.SUCCESS);
        var many = IntStream.range(0, 10_000).mapToObj(any -> step("resize", StepState.SUCCESS));
        var root = group(Stream.concat(many, Stream.of(failed, self)).toArray(Part[]::new));

        var story = WorkflowDrawing.of(tree(root), self.step().orElseThrow().id());

        assertThat(story.steps()).containsEntry(StepState.SUCCESS, 10_001L).containsEntry(StepState.FAILURE, 1L);
        assertThat(story.lines()).hasSize(WorkflowDrawing.MOST + 1);
        assertThat(story.hidden()).isEqualTo(10_002 - WorkflowDrawing.MOST);
        assertThat(story.lines()).anyMatch(line -> line.step().equals(failed.step()));
        assertThat(story.lines())
                .filteredOn(WorkflowStory.Line::self)
                .singleElement()
                .matches(line -> line.step().equals(self.step()));
    }

    private static String written(WorkflowStory.Line line) {
        return "  ".repeat(line.depth())
                + line.step().map(Step::name).orElseGet(() -> line.kind() + " " + line.parts())
                + (line.waitsFor().isEmpty() ? "" : " < " + line.waitsFor());
    }

    private static WorkflowStory draw(Part root) {
        return WorkflowDrawing.of(tree(root), TaskId.random());
    }

    private static WorkflowTree tree(Part root) {
        return new WorkflowTree(
                TaskId.random(), WorkflowState.RUNNING, root, Optional.empty(), Instant.EPOCH, Optional.empty());
    }

    private static Part step(String name, StepState state) {
        return new Part(Kind.STEP, Optional.of(new Step(TaskId.random(), name, state, Optional.empty())), List.of());
    }

    private static Part chain(Part... parts) {
        return new Part(Kind.CHAIN, Optional.empty(), List.of(parts));
    }

    private static Part group(Part... parts) {
        return new Part(Kind.GROUP, Optional.empty(), List.of(parts));
    }
}
