package stampede.workflow;

import static java.time.Duration.ofHours;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static stampede.task.SendOption.in;
import static stampede.workflow.Workflow.chain;
import static stampede.workflow.Workflow.group;
import static stampede.workflow.Workflow.step;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.SendOption;
import stampede.task.TaskContext;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.engine.TaskEngineTest;
import stampede.task.spi.AttemptEnd;
import stampede.task.spi.TaskMessage;
import stampede.task.spi.TaskStep;
import stampede.testing.Proof;
import stampede.workflow.Bricks.Brick;
import stampede.workflow.Bricks.Sweep;

/** What happens to a join when ends are told at the same moment, twice, or by a node that dies. Its tasks are never due. */
@TaskEngineTest
class JoinTests {

    @Autowired
    private Workflows workflows;

    @Autowired
    private WorkflowConclusion conclusion;

    @Autowired
    private WorkflowRetention retention;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private JdbcTemplate jdbc;

    private final String wall = UUID.randomUUID().toString();

    @RepeatedTest(20)
    void letsTheLastGoOnceWhenAllMembersEndAtTheSameMoment() throws Exception {
        var id = start(4);
        var together = new CyclicBarrier(4);

        var all = members(id).stream()
                .map(member -> CompletableFuture.runAsync(() -> {
                    awaitAll(together);
                    tell(id, member, TaskState.SUCCESS);
                }))
                .toList();
        for (var each : all) {
            each.get();
        }

        assertThat(last(id).state()).isEqualTo(StepState.SENT);
        assertThat(sent(last(id))).isEqualTo(1);
    }

    @Test
    void countsAMemberOnceHoweverOftenItIsTold() {
        var id = start(2);
        var members = members(id);

        tell(id, members.get(0), TaskState.SUCCESS);
        tell(id, members.get(0), TaskState.SUCCESS);
        tell(id, members.get(0), TaskState.FAILURE);
        assertThat(last(id).state()).isEqualTo(StepState.WAITING);
        assertThat(workflows.find(id).orElseThrow().state()).isEqualTo(WorkflowState.RUNNING);

        tell(id, members.get(1), TaskState.SUCCESS);
        tell(id, members.get(1), TaskState.SUCCESS);
        assertThat(last(id).state()).isEqualTo(StepState.SENT);
        assertThat(sent(last(id))).isEqualTo(1);
    }

    @Test
    void takesAnEndWithAllThatFollowsOrNotAtAll() {
        var id = start(1);

        transaction.executeWithoutResult(died -> {
            tell(id, members(id).get(0), TaskState.SUCCESS);
            died.setRollbackOnly();
        });
        assertThat(members(id).get(0).state()).isEqualTo(StepState.SENT);
        assertThat(sent(last(id))).isZero();

        tell(id, members(id).get(0), TaskState.SUCCESS);
        assertThat(sent(last(id))).isEqualTo(1);
    }

    @Test
    void countsEndsThatAreToldTogether() {
        var id = start(100);

        conclusion.conclude(members(id).stream()
                .map(member -> stepOf(id, member, TaskState.SUCCESS))
                .toList());

        assertThat(sent(last(id))).isEqualTo(1);
    }

    @Test
    void cancelsTheRestWhenAMemberIsCancelled() {
        var id = start(2);
        var members = members(id);

        tell(id, members.get(0), TaskState.CANCELLED);
        tell(id, members.get(1), TaskState.SUCCESS);

        var tree = workflows.find(id).orElseThrow();
        assertThat(tree.state()).isEqualTo(WorkflowState.CANCELLED);
        assertThat(tree.endedAt()).isPresent();
        assertThat(last(id).state()).isEqualTo(StepState.CANCELLED);
        assertThat(sent(tree.onFailure().orElseThrow())).isZero();
    }

    @Test
    void tellsOfAMemberThatExpired() {
        var id = start(1);

        tell(id, members(id).get(0), TaskState.EXPIRED);

        var tree = workflows.find(id).orElseThrow();
        assertThat(tree.state()).isEqualTo(WorkflowState.CANCELLED);
        assertThat(tree.onFailure().orElseThrow().state()).isEqualTo(StepState.SENT);
        assertThat(sent(tree.onFailure().orElseThrow())).isEqualTo(1);
    }

    @Test
    void sendsNothingMoreOnceCancelled() {
        var id = start(1);

        assertThat(workflows.cancel(members(id).get(0).id())).isTrue();
        assertThat(workflows.cancel(id)).as("a second time").isFalse();
        tell(id, members(id).get(0), TaskState.SUCCESS);

        assertThat(workflows.find(id).orElseThrow().state()).isEqualTo(WorkflowState.CANCELLED);
        assertThat(sent(last(id))).isZero();
        assertThat(rows("task_cancel", members(id).get(0).id())).isEqualTo(1);
    }

    @Test
    void callsOffAThousandMembersWithFewStatements() {
        var id = start(1_000);
        var before = statements();

        assertThat(workflows.cancel(id)).isTrue();

        Proof.print("a group of 1,000 was called off with %d statements", statements() - before);
        assertThat(statements() - before).isLessThan(500);
        assertThat(members(id)).extracting(WorkflowTree.Step::state).containsOnly(StepState.CANCELLED);
        assertThat(jdbc.queryForObject(
                        "select count(*) from task_outbox where task_id = ?",
                        Integer.class,
                        members(id).get(999).id().value()))
                .isZero();
    }

    @Test
    void endsAWorkflowWhoseTasksAreGone() {
        var gone = start(2);
        var waits = start(2);
        var moves = start(2);
        jdbc.update(
                "update workflow set changed_ms = 0 where workflow_id in (?, ?, ?)",
                gone.value(),
                waits.value(),
                moves.value());
        for (var id : List.of(gone, waits)) {
            members(id)
                    .forEach(member -> jdbc.update(
                            "update workflow_step set changed_ms = 0 where workflow ="
                                    + " (select number from workflow where workflow_id = ?)",
                            id.value()));
        }
        for (var id : List.of(gone, moves)) {
            members(id)
                    .forEach(member -> jdbc.update(
                            "delete from task_outbox where task_id = ?",
                            member.id().value()));
        }

        retention.turn();

        assertThat(workflows.find(gone).orElseThrow().state()).isEqualTo(WorkflowState.CANCELLED);
        assertThat(last(gone).state()).isEqualTo(StepState.CANCELLED);
        assertThat(workflows.find(waits).orElseThrow().state()).isEqualTo(WorkflowState.RUNNING);
        assertThat(workflows.find(moves).orElseThrow().state()).isEqualTo(WorkflowState.RUNNING);
    }

    @Test
    void handsOnNoResultThatIsTooLong() {
        var id = start(2);
        var members = members(id);

        tell(id, members.get(0), "x".repeat(WorkflowStepRepository.MOST_OF_RESULT + 1));
        tell(id, members.get(1), "1");

        assertThat(members(id)).extracting(WorkflowTree.Step::state).containsOnly(StepState.SUCCESS);
        assertThatExceptionOfType(ResultsTooLarge.class)
                .isThrownBy(() -> workflows.results(contextOf(last(id)), String.class))
                .withMessageContaining("1,000,001 characters")
                .withMessageContaining("return their key");
    }

    @Test
    void handsOnNoMoreResultsThanFitIntoMemory() {
        var id = start(17);
        var most = "\"" + "x".repeat(WorkflowStepRepository.MOST_OF_RESULT - 2) + "\"";

        members(id).forEach(member -> tell(id, member, most));

        assertThatExceptionOfType(ResultsTooLarge.class)
                .isThrownBy(() -> workflows.results(contextOf(last(id)), String.class))
                .withMessageContaining("17,000,000 characters together");
    }

    @Test
    void refusesTheIdOfAnotherWorkflowsStep() {
        var taken = SendOption.id(new TaskId("step:" + wall));
        workflows.start(chain(step(new Brick(wall, "a"), taken, in(ofHours(1)))));

        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> workflows.start(chain(step(new Brick(wall, "a"), taken, in(ofHours(1))))))
                .withMessageContaining("ids that are used once");
    }

    private static TaskContext contextOf(WorkflowTree.Step step) {
        return new TaskContext(step.id(), step.name(), 1);
    }

    private void tell(TaskId id, WorkflowTree.Step member, String result) {
        var number = jdbc.queryForObject("select number from workflow where workflow_id = ?", String.class, id.value());
        var plain = told(member, String.valueOf(number), TaskState.SUCCESS);
        var end = new AttemptEnd(
                Optional.of(result), Optional.empty(), Optional.empty(), Duration.ZERO, Optional.empty(), false);
        conclusion.conclude(List.of(new TaskStep(plain.state(), plain.message(), plain.at(), Optional.of(end))));
    }

    private long statements() {
        return jdbc.query("show global status like 'Questions'", (row, number) -> row.getLong(2))
                .get(0);
    }

    @Test
    void ignoresWhatBelongsToNoWorkflow() {
        var id = start(1);
        var stranger = new WorkflowTree.Step(TaskId.random(), "brick.lay", StepState.SENT, Optional.empty());

        tell(id, stranger, TaskState.SUCCESS);
        conclusion.conclude(List.of(told(stranger, "not a number", TaskState.SUCCESS)));
        conclusion.conclude(List.of(told(stranger, "999999999999", TaskState.SUCCESS)));

        assertThat(last(id).state()).isEqualTo(StepState.WAITING);
    }

    private TaskId start(int members) {
        var never = in(ofHours(1));
        var group = IntStream.range(0, members)
                .mapToObj(number -> step(new Brick(wall, "m" + number), never))
                .toArray(Workflow[]::new);
        return workflows.start(
                chain(group(group), step(new Brick(wall, "end"), never)).onFailure(new Sweep(wall), never));
    }

    private List<WorkflowTree.Step> members(TaskId id) {
        return workflows.find(id).orElseThrow().root().parts().get(0).parts().stream()
                .map(part -> part.step().orElseThrow())
                .toList();
    }

    private WorkflowTree.Step last(TaskId id) {
        return workflows.find(id).orElseThrow().root().parts().get(1).step().orElseThrow();
    }

    private void tell(TaskId id, WorkflowTree.Step member, TaskState state) {
        conclusion.conclude(List.of(stepOf(id, member, state)));
    }

    private TaskStep stepOf(TaskId id, WorkflowTree.Step member, TaskState state) {
        var number = jdbc.queryForObject("select number from workflow where workflow_id = ?", String.class, id.value());
        return told(member, String.valueOf(number), state);
    }

    private static TaskStep told(WorkflowTree.Step member, String workflow, TaskState state) {
        var message = new TaskMessage(
                member.id(),
                member.name(),
                "bricks",
                1,
                Optional.empty(),
                Map.of("x-task-workflow", workflow),
                new byte[0]);
        return new TaskStep(
                state,
                message,
                Instant.EPOCH,
                Optional.of(new AttemptEnd(
                        Optional.of("\"" + member.id() + "\""),
                        Optional.empty(),
                        Optional.empty(),
                        Duration.ZERO,
                        Optional.empty(),
                        false)));
    }

    private long sent(WorkflowTree.Step step) {
        return count("select count(*) from task_outbox where headers like ?", "%\"id\":\"" + step.id() + "\"%");
    }

    private long rows(String table, TaskId id) {
        return count("select count(*) from " + table + " where task_id = ?", id.value());
    }

    private long count(String query, String value) {
        var count = jdbc.queryForObject(query, Long.class, value);
        return count == null ? 0 : count;
    }

    private static void awaitAll(CyclicBarrier together) {
        try {
            together.await();
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
    }
}
