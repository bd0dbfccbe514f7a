package stampede.workflow;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import stampede.task.TaskId;
import stampede.task.spi.ThisNode;

/** Reads lists of workflows, and of the steps of each no more than a thousand. */
class WorkflowSummaryRepository {

    private static final int MOST_STEPS = 1_000;

    private static final String ROW =
            "select number, workflow_id, state, failed, started_ms, changed_ms, ended_ms from workflow";

    private static final String STEPS = """
            select count(*) as steps, coalesce(sum(state = 'SUCCESS'), 0) as succeeded, coalesce(min(first), '') as first
              from (select state, if(step = (select min(step) from workflow_step
                                              where workflow = :number and name <> ''), name, null) as first
                      from workflow_step where workflow = :number and name <> '' limit :most) as some
            """;

    private final NamedParameterJdbcTemplate jdbc;
    private final String prefix;

    WorkflowSummaryRepository(NamedParameterJdbcTemplate jdbc, ThisNode node) {
        this.jdbc = jdbc;
        this.prefix = node.engine();
    }

    List<WorkflowSummary> list(Optional<WorkflowState> state, long before, int most) {
        return jdbc.query(
                ROW + " where prefix = :prefix and number < :before"
                        + state.map(any -> " and state = :state").orElse("") + " order by number desc limit :most",
                new MapSqlParameterSource("prefix", prefix)
                        .addValue("before", before)
                        .addValue("state", state.map(WorkflowState::name).orElse(""))
                        .addValue("most", most),
                this::read);
    }

    List<WorkflowSummary> stuck(int most) {
        return jdbc.query(
                ROW + " force index (workflow_changed) where prefix = :prefix and state = 'FAILURE'"
                        + " order by changed_ms limit :most",
                Map.of("prefix", prefix, "most", most),
                this::read);
    }

    private WorkflowSummary read(ResultSet row, int count) throws SQLException {
        var steps = steps(row.getLong("number"));
        return new WorkflowSummary(
                row.getLong("number"),
                new TaskId(row.getString("workflow_id")),
                WorkflowState.valueOf(row.getString("state")),
                steps.first(),
                row.getInt("failed"),
                steps.all(),
                steps.succeeded(),
                Instant.ofEpochMilli(row.getLong("started_ms")),
                Instant.ofEpochMilli(row.getLong("changed_ms")),
                Optional.ofNullable(row.getObject("ended_ms", Long.class)).map(Instant::ofEpochMilli));
    }

    private Steps steps(long workflow) {
        return jdbc.query(
                        STEPS,
                        Map.of("number", workflow, "most", MOST_STEPS),
                        (row, count) ->
                                new Steps(row.getString("first"), row.getLong("steps"), row.getLong("succeeded")))
                .get(0);
    }

    private record Steps(String first, long all, long succeeded) {}
}
