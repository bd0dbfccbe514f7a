package stampede.workflow;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.dao.support.DataAccessUtils;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import stampede.task.TaskId;
import stampede.task.spi.ThisNode;

/** The tables {@code workflow} and {@code workflow_gate}. Whoever changes a workflow holds the lock on its row until he commits. */
class WorkflowRepository {

    private final NamedParameterJdbcTemplate jdbc;
    private final String prefix;
    private final Clock clock;

    WorkflowRepository(NamedParameterJdbcTemplate jdbc, ThisNode node, Clock clock) {
        this.jdbc = jdbc;
        this.prefix = node.engine();
        this.clock = clock;
    }

    /** Enters a running workflow with its gates, and answers its number. */
    long add(TaskId id, String shape, List<Integer> gates) {
        var key = new GeneratedKeyHolder();
        jdbc.update(
                """
                insert into workflow (prefix, workflow_id, state, failed, shape, started_ms, changed_ms)
                values (:prefix, :id, 'RUNNING', 0, :shape, :now, :now)
                """,
                new MapSqlParameterSource()
                        .addValue("prefix", prefix)
                        .addValue("id", id.value())
                        .addValue("shape", shape)
                        .addValue("now", clock.millis()),
                key,
                new String[] {"number"});
        var number = Objects.requireNonNull(key.getKey()).longValue();
        addGates(number, gates);
        return number;
    }

    private void addGates(long workflow, List<Integer> gates) {
        var rows = new MapSqlParameterSource[gates.size()];
        for (int gate = 0; gate < rows.length; gate++) {
            rows[gate] = new MapSqlParameterSource()
                    .addValue("workflow", workflow)
                    .addValue("gate", gate)
                    .addValue("missing", gates.get(gate));
        }
        jdbc.batchUpdate(
                "insert into workflow_gate (workflow, gate, missing) values (:workflow, :gate, :missing)", rows);
    }

    /** The workflow, which nobody else changes until the current transaction ends; empty if it is gone. */
    Optional<Row> lock(long number) {
        return find("select * from workflow where number = :number for update", number);
    }

    Optional<Row> find(long number) {
        return find("select * from workflow where number = :number", number);
    }

    private Optional<Row> find(String query, long number) {
        return DataAccessUtils.optionalResult(jdbc.query(query, Map.of("number", number), (row, count) -> read(row)));
    }

    /** The number of the workflow that has this id, or a step with it. */
    Optional<Long> numberOf(TaskId id) {
        return jdbc.queryForList("""
                        select number from workflow where prefix = :prefix and workflow_id = :id
                        union
                        select workflow from workflow_step where prefix = :prefix and task_id = :id
                        """, Map.of("prefix", prefix, "id", id.value()), Long.class).stream()
                .findFirst();
    }

    void change(long number, WorkflowState state, int failed) {
        var now = clock.millis();
        jdbc.update(
                """
                update workflow set state = :state, failed = :failed, changed_ms = :now, ended_ms = :ended
                 where number = :number
                """,
                new MapSqlParameterSource()
                        .addValue("number", number)
                        .addValue("state", state.name())
                        .addValue("failed", failed)
                        .addValue("now", now)
                        .addValue("ended", state.isFinal() ? now : null));
    }

    /** It was looked at, and goes on. */
    void touch(long number) {
        jdbc.update(
                "update workflow set changed_ms = :now where number = :number",
                Map.of("number", number, "now", clock.millis()));
    }

    /** That many more steps before the gate are done. Answers whether it is open now. */
    boolean countDown(long workflow, int gate, int steps) {
        var which = Map.of("workflow", workflow, "gate", gate, "steps", steps);
        jdbc.update(
                "update workflow_gate set missing = missing - :steps where workflow = :workflow and gate = :gate",
                which);
        var missing = jdbc.queryForObject(
                "select missing from workflow_gate where workflow = :workflow and gate = :gate", which, Integer.class);
        return missing != null && missing == 0;
    }

    /** Some that are in this state and did not change since, locked until the caller's transaction ends. */
    List<Long> unchangedSince(WorkflowState state, long beforeMs, int most) {
        return jdbc.query(
                """
                select number from workflow where prefix = :prefix and state = :state and changed_ms < :before
                 order by changed_ms limit :most for update skip locked
                """,
                Map.of("prefix", prefix, "state", state.name(), "before", beforeMs, "most", most),
                (row, number) -> row.getLong("number"));
    }

    void remove(List<Long> numbers) {
        var which = Map.of("numbers", numbers);
        jdbc.update("delete from workflow_gate where workflow in (:numbers)", which);
        jdbc.update("delete from workflow where number in (:numbers)", which);
    }

    private static Row read(ResultSet row) throws SQLException {
        return new Row(
                row.getLong("number"),
                new TaskId(row.getString("workflow_id")),
                WorkflowState.valueOf(row.getString("state")),
                row.getInt("failed"),
                row.getString("shape"),
                row.getLong("started_ms"),
                Optional.ofNullable(row.getObject("ended_ms", Long.class)));
    }

    /**
     * @param failed how many of its steps are among the dead
     * @param shape as JSON
     */
    record Row(
            long number,
            TaskId id,
            WorkflowState state,
            int failed,
            String shape,
            long startedMs,
            Optional<Long> endedMs) {}
}
