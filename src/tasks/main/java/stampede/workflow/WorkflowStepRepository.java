package stampede.workflow;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;
import stampede.task.TaskId;
import stampede.task.spi.ThisNode;
import tools.jackson.databind.json.JsonMapper;

/** The table {@code workflow_step}. */
class WorkflowStepRepository {

    static final int MOST_OF_RESULT = 1_000_000;
    static final int MOST_OF_RESULTS = 16_000_000;

    private static final String BEFORE = """
             from workflow_step me
             join workflow_step before_it on before_it.workflow = me.workflow and before_it.opens = me.waits_for
            where me.prefix = :prefix and me.task_id = :id
           """;

    /** Results are long, and nobody needs them with the row. */
    private static final String ROW = "step, task_id, waits_for, opens, state, name, error, request ";

    private final NamedParameterJdbcTemplate jdbc;
    private final JsonMapper json;
    private final String prefix;
    private final Clock clock;

    WorkflowStepRepository(NamedParameterJdbcTemplate jdbc, JsonMapper json, ThisNode node, Clock clock) {
        this.jdbc = jdbc;
        this.json = json;
        this.prefix = node.engine();
        this.clock = clock;
    }

    void add(long workflow, Collection<Draft> steps) {
        var rows = steps.stream().map(step -> row(workflow, step)).toArray(SqlParameterSource[]::new);
        jdbc.batchUpdate("""
                insert into workflow_step (workflow, step, prefix, task_id, waits_for, opens, state, name, request, changed_ms)
                values (:workflow, :step, :prefix, :task, :waitsFor, :opens, 'WAITING', :name, :request, :now)
                """, rows);
    }

    private SqlParameterSource row(long workflow, Draft step) {
        return new MapSqlParameterSource()
                .addValue("workflow", workflow)
                .addValue("step", step.plan().number())
                .addValue("prefix", prefix)
                .addValue("task", step.id().value())
                .addValue("waitsFor", step.plan().waitsFor())
                .addValue("opens", step.plan().opens())
                .addValue("name", step.request().map(WorkflowStepRequest::name).orElse(""))
                .addValue(
                        "request", step.request().map(json::writeValueAsString).orElse(null))
                .addValue("now", clock.millis());
    }

    /** Those of the steps that belong to the workflow. */
    List<Row> find(long workflow, Collection<TaskId> ids) {
        return jdbc.query(
                "select " + ROW
                        + " from workflow_step where workflow = :workflow and prefix = :prefix and task_id in (:ids)",
                Map.of(
                        "workflow", workflow,
                        "prefix", prefix,
                        "ids", ids.stream().map(TaskId::value).toList()),
                (row, number) -> read(row));
    }

    List<Row> all(long workflow) {
        return jdbc.query(
                "select " + ROW + " from workflow_step where workflow = :workflow order by step",
                Map.of("workflow", workflow),
                (row, number) -> read(row));
    }

    /** The steps that wait for the gate and have not been sent. */
    List<Row> waiting(long workflow, int gate) {
        return jdbc.query(
                "select " + ROW + """
                  from workflow_step
                 where workflow = :workflow and waits_for = :gate and state = 'WAITING' order by step
                """, Map.of("workflow", workflow, "gate", gate), (row, number) -> read(row));
    }

    /** They are on their way, so what to send is not needed any more. */
    void markSent(long workflow, Collection<Row> steps) {
        jdbc.update(
                """
                update workflow_step set state = 'SENT', request = null, changed_ms = :now
                 where workflow = :workflow and step in (:steps)
                """,
                Map.of(
                        "workflow", workflow,
                        "steps", steps.stream().map(Row::step).toList(),
                        "now", clock.millis()));
    }

    /** Those that leave nothing behind, as when all are called off, take one statement for each state. */
    void end(long workflow, Collection<End> ends) {
        ends.stream()
                .filter(End::leavesNothing)
                .collect(Collectors.groupingBy(End::state))
                .forEach((state, same) -> jdbc.update(
                        """
                        update workflow_step set state = :state, result = null, error = null, changed_ms = :now
                         where workflow = :workflow and step in (:steps)
                        """,
                        Map.of(
                                "workflow", workflow,
                                "state", state.name(),
                                "steps", same.stream().map(End::step).toList(),
                                "now", clock.millis())));
        var rows = ends.stream()
                .filter(Predicate.not(End::leavesNothing))
                .map(end -> new MapSqlParameterSource()
                        .addValue("workflow", workflow)
                        .addValue("step", end.step())
                        .addValue("state", end.state().name())
                        .addValue(
                                "result",
                                end.result()
                                        .filter(WorkflowStepRepository::isHandedOn)
                                        .orElse(null),
                                Types.VARCHAR)
                        .addValue("size", end.result().map(String::length).orElse(null), Types.INTEGER)
                        .addValue("error", end.error().orElse(null), Types.VARCHAR)
                        .addValue("now", clock.millis()))
                .toArray(SqlParameterSource[]::new);
        if (rows.length > 0) {
            jdbc.batchUpdate("""
                    update workflow_step
                       set state = :state, result = :result, result_size = :size, error = :error, changed_ms = :now
                     where workflow = :workflow and step = :step
                    """, rows);
        }
    }

    private static boolean isHandedOn(String result) {
        return result.length() <= MOST_OF_RESULT;
    }

    /** The tasks that were sent and have not ended. */
    List<TaskId> sent(long workflow) {
        return jdbc.query(
                "select task_id from workflow_step where workflow = :workflow and state = 'SENT' order by step",
                Map.of("workflow", workflow),
                (row, number) -> new TaskId(row.getString("task_id")));
    }

    /** When one of its steps last changed. */
    long lastChange(long workflow) {
        var last = jdbc.queryForObject(
                "select max(changed_ms) from workflow_step where workflow = :workflow",
                Map.of("workflow", workflow),
                Long.class);
        return last == null ? 0 : last;
    }

    /** All steps of these workflows. */
    void remove(List<Long> workflows) {
        jdbc.update("delete from workflow_step where workflow in (:numbers)", Map.of("numbers", workflows));
    }

    /** What has not been sent never will be. */
    void cancelWaiting(long workflow) {
        jdbc.update("""
                update workflow_step set state = 'CANCELLED', request = null, changed_ms = :now
                 where workflow = :workflow and state = 'WAITING'
                """, Map.of("workflow", workflow, "now", clock.millis()));
    }

    /**
     * What the steps right before this one returned, as JSON, in the order of writing.
     *
     * @throws ResultsTooLarge if one of them, or all together, returned too much
     */
    List<String> resultsBefore(TaskId id) {
        checkSizeBefore(id);
        return jdbc.query(
                "select before_it.result" + BEFORE + " and before_it.result is not null order by before_it.step",
                keyOf(id),
                (row, number) -> row.getString("result"));
    }

    /** Those that ended before there was this column have results and no size. */
    private void checkSizeBefore(TaskId id) {
        jdbc.query(
                "select coalesce(sum(char_length(before_it.result)), 0) as together,"
                        + " coalesce(max(case when before_it.result is null then before_it.result_size end), 0) as largest"
                        + BEFORE,
                keyOf(id),
                row -> {
                    if (row.getInt("largest") > 0) {
                        throw ResultsTooLarge.one(row.getInt("largest"), MOST_OF_RESULT);
                    }
                    if (row.getLong("together") > MOST_OF_RESULTS) {
                        throw ResultsTooLarge.together(row.getLong("together"), MOST_OF_RESULTS);
                    }
                });
    }

    private Map<String, Object> keyOf(TaskId id) {
        return Map.of("prefix", prefix, "id", id.value());
    }

    private Row read(ResultSet row) throws SQLException {
        return new Row(
                row.getInt("step"),
                new TaskId(row.getString("task_id")),
                row.getInt("waits_for"),
                row.getInt("opens"),
                StepState.valueOf(row.getString("state")),
                row.getString("name"),
                Optional.ofNullable(row.getString("error")),
                Optional.ofNullable(row.getString("request")));
    }

    WorkflowStepRequest requestOf(Row step) {
        return json.readValue(step.request().orElseThrow(), WorkflowStepRequest.class);
    }

    /** @param request empty for a step that only joins */
    record Draft(WorkflowPlan.PlannedStep plan, TaskId id, Optional<WorkflowStepRequest> request) {}

    /** @param request the task to send, as JSON, while it waits */
    record Row(
            int step,
            TaskId id,
            int waitsFor,
            int opens,
            StepState state,
            String name,
            Optional<String> error,
            Optional<String> request) {

        boolean onlyJoins() {
            return name.isEmpty();
        }

        boolean isForFailures() {
            return waitsFor == WorkflowPlan.NEVER;
        }
    }

    /** How a step ended. */
    record End(int step, StepState state, Optional<String> result, Optional<String> error) {

        boolean leavesNothing() {
            return result.isEmpty() && error.isEmpty();
        }
    }
}
