package stampede.workflow;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;
import static stampede.task.SendOption.expires;
import static stampede.task.SendOption.id;
import static stampede.task.SendOption.in;
import static stampede.task.SendOption.queue;
import static stampede.task.SendOption.task;
import static stampede.task.SendOption.unique;
import static stampede.workflow.Workflow.chain;
import static stampede.workflow.Workflow.chord;
import static stampede.workflow.Workflow.group;
import static stampede.workflow.Workflow.step;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.TaskId;
import stampede.task.UnknownQueue;
import stampede.task.UnknownTask;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.task.engine.TaskEngineTest;
import stampede.workflow.Bricks.Brick;
import stampede.workflow.Bricks.Sweep;

@TaskEngineTest
class WorkflowTests {

    @Autowired
    private Workflows workflows;

    @Autowired
    private Bricks bricks;

    @Autowired
    private DeadTasks dead;

    @Autowired
    private TransactionTemplate transaction;

    private final String wall = UUID.randomUUID().toString();

    @Test
    void runsAChainInOrderAndHandsResultsOn() {
        var id = workflows.start(chain(brick("a"), brick("b"), brick("c")));

        awaitState(id, WorkflowState.SUCCESS);
        assertThat(bricks.names(wall)).containsExactly("a", "b", "c");
        assertThat(resultOf(id)).isEqualTo("c[b[a]]");
    }

    @Test
    void runsWhatFollowsAGroupOnceWithAllItsResultsInOrder() {
        var members =
                IntStream.range(0, 20).mapToObj(number -> brick("m" + number)).toList();

        var id = workflows.start(chord(members, brick("end")));

        awaitState(id, WorkflowState.SUCCESS);
        assertThat(bricks.names(wall)).hasSize(21).endsWith("end").doesNotHaveDuplicates();
        assertThat(resultOf(id))
                .isEqualTo("end" + members.stream().map(Brick::name).toList());
    }

    @Test
    void runsAStepByTheNameOfItsTask() {
        var id = workflows.start(
                chain(step(brick("a")), step(new ForeignBrick(wall, "b"), task("brick.lay"), queue("bricks"))));

        awaitState(id, WorkflowState.SUCCESS);
        assertThat(bricks.names(wall)).containsExactly("a", "b");
    }

    record ForeignBrick(String wall, String name) {}

    @Test
    void listsWorkflowsAndThoseThatAreStuckFirst() {
        bricks.when(wall, (name, attempt) -> {
            if (name.equals("b")) {
                throw new IllegalStateException("broken");
            }
        });
        var broken = workflows.start(chain(brick("a"), brick("b"), brick("c")));
        awaitState(broken, WorkflowState.FAILURE);
        var done = workflows.start(chain(brick("x"), brick("y")));
        awaitState(done, WorkflowState.SUCCESS);

        assertThat(workflows.stuck(1_000))
                .filteredOn(each -> each.id().equals(broken))
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.failed()).isEqualTo(1);
                    assertThat(each.steps()).isEqualTo(3);
                    assertThat(each.succeeded()).isEqualTo(1);
                    assertThat(each.first()).isEqualTo("brick.lay");
                    assertThat(each.endedAt()).isEmpty();
                });
        assertThat(workflows.list(Optional.of(WorkflowState.SUCCESS), Long.MAX_VALUE, 1_000))
                .extracting(WorkflowSummary::id)
                .contains(done)
                .doesNotContain(broken);
        var newest = workflows.list(Optional.empty(), Long.MAX_VALUE, 1).get(0);
        assertThat(workflows.list(Optional.empty(), newest.number(), 10))
                .extracting(WorkflowSummary::number)
                .allMatch(number -> number < newest.number());
    }

    @Test
    void nestsChainsAndGroupsAndWaitsForAllOfAGroupBeforeTheNext() {
        var id = workflows.start(chain(
                step(brick("a")),
                group(chain(brick("b"), brick("c")), step(brick("d"))),
                group(brick("e"), brick("f")),
                step(brick("g"))));

        awaitState(id, WorkflowState.SUCCESS);
        assertThat(resultOf(id)).isEqualTo("g[e[c[b[a]], d[a]], f[c[b[a]], d[a]]]");
        assertThat(bricks.names(wall)).hasSize(7);
    }

    @Test
    void goesOnAtOnceAfterAnEmptyGroup() {
        var id = workflows.start(chord(List.of(), brick("end")));

        awaitState(id, WorkflowState.SUCCESS);
        assertThat(resultOf(id)).isEqualTo("end");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> workflows.start(group(List.of())))
                .withMessageContaining("at least one task");
    }

    @Test
    void leavesOutWhatReturnsNothing() {
        var id = workflows.start(chord(group(new Sweep(wall), brick("a")), step(brick("end"))));

        awaitState(id, WorkflowState.SUCCESS);
        assertThat(resultOf(id)).isEqualTo("end[a]");
    }

    @Test
    void putsAStepOffOnceItsTurnHasCome() {
        var id = workflows.start(chain(step(brick("a")), step(brick("b"), in(ofMillis(300)))));

        await().until(() -> bricks.names(wall).contains("a"));
        await().until(() ->
                treeOf(id).root().parts().get(1).step().orElseThrow().state() == StepState.SENT);
        assertThat(bricks.names(wall)).as("b waits").containsExactly("a");
        awaitState(id, WorkflowState.SUCCESS);
    }

    @Test
    void takesTheOptionsOfItsSteps() {
        var id = workflows.start(chain(
                step(brick("a"), queue("errands"), id(new TaskId("a-" + wall))),
                step(brick("late"), in(ofHours(1)), expires(ofHours(2)))));

        await().until(() ->
                treeOf(id).root().parts().get(1).step().orElseThrow().state() == StepState.SENT);
        assertThat(bricks.laid(wall))
                .singleElement()
                .satisfies(laid -> assertThat(laid.context().id()).hasToString("a-" + wall));
        // The first one's row goes a moment after it was sent.
        await().untilAsserted(() -> assertThat(jdbc.queryForList(
                        "select headers from task_outbox where headers like ?", String.class, "%" + id + "%"))
                .singleElement()
                .satisfies(headers -> assertThat(headers).contains("\"expires\":\"2")));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> workflows.start(step(brick("b"), unique("key", ofHours(1)))))
                .withMessageContaining("unique");
        assertThatExceptionOfType(UnknownQueue.class)
                .isThrownBy(() -> workflows.start(step(brick("b"), queue("nowhere"))));
    }

    @Test
    void startsOnlyIfTheTransactionCommits() {
        var lost = transaction.execute(status -> {
            status.setRollbackOnly();
            return workflows.start(step(brick("lost")));
        });
        var kept = transaction.execute(status -> workflows.start(step(brick("kept"))));

        awaitState(kept, WorkflowState.SUCCESS);
        assertThat(workflows.find(lost)).isEmpty();
        assertThat(bricks.names(wall)).containsExactly("kept");
    }

    @Test
    void countsAMemberThatSucceedsAtItsSecondAttempt() {
        bricks.when(wall, (name, attempt) -> {
            if (name.equals("a") && attempt == 1) {
                throw new IllegalStateException("not yet");
            }
        });

        var id = workflows.start(chain(brick("a"), brick("b")));

        awaitState(id, WorkflowState.SUCCESS);
        assertThat(bricks.names(wall)).containsExactly("a", "a", "b");
    }

    @Test
    void waitsWhenAMemberIsDeadTellsOnceAndGoesOnAfterItsReplay() {
        bricks.when(wall, (name, attempt) -> {
            if (name.startsWith("bad")) {
                throw new IllegalStateException("broken");
            }
        });
        var id = workflows.start(chord(List.of(brick("bad1"), brick("bad2"), brick("good")), brick("end"))
                .onFailure(new Sweep(wall)));

        await().atMost(ofSeconds(20)).until(() -> deaths().size() == 2);
        var tree = awaitState(id, WorkflowState.FAILURE);
        assertThat(tree.root().parts().get(0).parts())
                .extracting(part -> part.step().orElseThrow().state())
                .containsExactly(StepState.FAILURE, StepState.FAILURE, StepState.SUCCESS);
        assertThat(tree.root()
                        .parts()
                        .get(0)
                        .parts()
                        .get(0)
                        .step()
                        .orElseThrow()
                        .error())
                .hasValueSatisfying(error -> assertThat(error).contains("broken"));

        bricks.when(wall, (name, attempt) -> {});
        deaths().forEach(task -> assertThat(dead.replay(task.id())).isTrue());

        awaitState(id, WorkflowState.SUCCESS);
        await().until(() -> bricks.names(wall).contains("sweep"));
        assertThat(bricks.names(wall)).containsOnlyOnce("end").containsOnlyOnce("sweep");
        assertThat(resultOf(id)).isEqualTo("end[bad1, bad2, good]");
    }

    @Test
    void refusesWhatNobodyRunsBeforeAnythingIsSent() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> group(step(brick("a")).onFailure(new Sweep(wall))))
                .withMessageContaining("whole workflow");
        assertThatExceptionOfType(UnknownTask.class).isThrownBy(() -> workflows.start(chain(brick("a"), new Nobody())));
        assertThat(bricks.names(wall)).isEmpty();
    }

    @Test
    void isFoundByEachOfItsTasks() {
        var id = workflows.start(chain(brick("a"), brick("b")));
        awaitState(id, WorkflowState.SUCCESS);

        assertThat(bricks.laid(wall))
                .allSatisfy(laid -> assertThat(workflows.find(laid.context().id()))
                        .map(WorkflowTree::id)
                        .contains(id));
        assertThat(workflows.find(TaskId.random())).isEmpty();
    }

    private Brick brick(String name) {
        return new Brick(wall, name);
    }

    private List<DeadTask> deaths() {
        return dead.list(DeadTask.Status.DEAD, Long.MAX_VALUE, 1000).stream()
                .filter(task -> task.body().contains(wall))
                .toList();
    }

    private WorkflowTree awaitState(TaskId id, WorkflowState state) {
        await().atMost(ofSeconds(20))
                .untilAsserted(() -> assertThat(treeOf(id).state()).isEqualTo(state));
        return treeOf(id);
    }

    private WorkflowTree treeOf(TaskId id) {
        return workflows.find(id).orElseThrow();
    }

    @Autowired
    private org.springframework.jdbc.core.JdbcTemplate jdbc;

    private String resultOf(TaskId id) {
        return Optional.ofNullable(jdbc.queryForObject(
                        "select result from workflow_step where task_id = ?", String.class, id.value()))
                .map(result -> result.replace("\"", ""))
                .orElseThrow();
    }

    record Nobody() {}
}
