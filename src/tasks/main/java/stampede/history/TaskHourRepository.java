package stampede.history;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;
import stampede.task.TaskState;
import stampede.task.spi.ThisNode;

/** The table {@code task_hour}. */
class TaskHourRepository implements TaskHours {

    private static final int MOST_ROWS = 20_000;

    private static final String ADD = """
            insert into task_hour (prefix, hour_s, task, outcome, tries, n, millis)
            values (:prefix, :hour, :task, :outcome, :tries, :n, :millis)
            on duplicate key update n = n + values(n), millis = millis + values(millis)
            """;

    private static final String SUMS = """
            select task, outcome, tries, sum(n) as n, sum(millis) as millis from task_hour
             where prefix = :prefix and hour_s >= :from and hour_s < :until
             group by task, outcome, tries order by task, outcome, tries limit :most
            """;

    private static final String OLD =
            "delete from task_hour where prefix = :prefix and hour_s < :before order by hour_s limit :most";

    private final NamedParameterJdbcTemplate jdbc;
    private final String prefix;

    TaskHourRepository(NamedParameterJdbcTemplate jdbc, ThisNode node) {
        this.jdbc = jdbc;
        this.prefix = node.engine();
    }

    /** Adds to what is there. Rows come in the order of the key, so that nodes wait for each other but never in a circle. */
    void add(Collection<Row> rows) {
        jdbc.batchUpdate(ADD, rows.stream().map(this::values).toArray(SqlParameterSource[]::new));
    }

    int delete(Instant before, int most) {
        return jdbc.update(OLD, Map.of("prefix", prefix, "before", before.getEpochSecond(), "most", most));
    }

    @Override
    public List<TaskHour> between(Instant from, Instant until) {
        return jdbc.query(
                SUMS,
                Map.of(
                        "prefix",
                        prefix,
                        "from",
                        from.getEpochSecond(),
                        "until",
                        until.getEpochSecond(),
                        "most",
                        MOST_ROWS),
                TaskHourRepository::hour);
    }

    private SqlParameterSource values(Row row) {
        return new MapSqlParameterSource("prefix", prefix)
                .addValue("hour", row.hour())
                .addValue("task", row.task())
                .addValue("outcome", row.outcome().name())
                .addValue("tries", row.tries())
                .addValue("n", row.count())
                .addValue("millis", row.millis());
    }

    private static TaskHour hour(ResultSet row, int number) throws SQLException {
        return new TaskHour(
                row.getString("task"),
                TaskState.valueOf(row.getString("outcome")),
                row.getInt("tries"),
                row.getLong("n"),
                Duration.ofMillis(row.getLong("millis")));
    }

    /** What is added to a row. */
    record Row(long hour, String task, TaskState outcome, int tries, long count, long millis) {}
}
