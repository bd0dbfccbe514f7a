package stampede.task;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The table {@code task_outbox}: tasks that wait for a commit, for their time or for the broker. */
@Component
class Outbox {

    private static final TypeReference<Map<String, @Nullable Object>> HEADERS = new TypeReference<>() {};

    private final NamedParameterJdbcTemplate jdbc;
    private final TransactionTemplate transaction;
    private final JsonMapper json;
    private final QueueNames names;
    private final Clock clock;

    Outbox(
            NamedParameterJdbcTemplate jdbc,
            TransactionTemplate transaction,
            JsonMapper json,
            QueueNames names,
            Clock clock) {
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.json = json;
        this.names = names;
        this.clock = clock;
    }

    /** Keeps a task until it is due, in the caller's transaction if there is one. */
    void add(String queue, Envelope envelope, Instant due) {
        addAll(List.of(new Waiting(queue, envelope, due)));
    }

    /** Keeps them all, with few statements. */
    void addAll(Collection<Waiting> tasks) {
        jdbc.batchUpdate("""
                insert into task_outbox (prefix, queue, headers, body, due_ms, next_ms)
                values (:prefix, :queue, :headers, :body, :due, :due)
                """, tasks.stream().map(this::row).toArray(SqlParameterSource[]::new));
    }

    private SqlParameterSource row(Waiting task) {
        return new MapSqlParameterSource()
                .addValue("prefix", names.prefix())
                .addValue("queue", task.queue())
                .addValue("headers", json.writeValueAsString(task.envelope().headers()))
                .addValue("body", task.envelope().body())
                .addValue("due", task.due().toEpochMilli());
    }

    /** Due rows that nobody else has, earliest first; for the time of the lease no other relay sees them. */
    List<Row> claim(int most, Duration lease) {
        var rows = transaction.execute(status -> {
            var now = clock.millis();
            var due = jdbc.query(
                    """
                    select id, queue, headers, body, due_ms from task_outbox
                     where prefix = :prefix and next_ms <= :now
                     order by next_ms limit :most for update skip locked
                    """, Map.of("prefix", names.prefix(), "now", now, "most", most), (row, number) -> read(row));
            if (!due.isEmpty()) {
                postpone(due, Instant.ofEpochMilli(now).plus(lease));
            }
            return due;
        });
        return rows == null ? List.of() : rows;
    }

    /** Lets no relay see the rows before the instant. */
    void postpone(Collection<Row> rows, Instant next) {
        jdbc.update(
                "update task_outbox set next_ms = :next where id in (:ids)",
                Map.of("next", next.toEpochMilli(), "ids", ids(rows)));
    }

    void remove(Collection<Row> rows) {
        jdbc.update("delete from task_outbox where id in (:ids)", Map.of("ids", ids(rows)));
    }

    /** How many rows are due and how long the oldest has been so. */
    Backlog backlog() {
        var now = clock.millis();
        return jdbc.query(
                """
                select count(*) as waiting, coalesce(min(due_ms), :now) as oldest
                  from task_outbox where prefix = :prefix and due_ms <= :now
                """,
                Map.of("prefix", names.prefix(), "now", now),
                row -> row.next()
                        ? new Backlog(
                                row.getLong("waiting"), Duration.ofMillis(Math.max(0, now - row.getLong("oldest"))))
                        : new Backlog(0, Duration.ZERO));
    }

    private Row read(ResultSet row) throws SQLException {
        var headers = json.readValue(row.getString("headers").getBytes(StandardCharsets.UTF_8), HEADERS);
        return new Row(
                row.getLong("id"),
                row.getString("queue"),
                new Envelope(headers, row.getBytes("body")),
                row.getLong("due_ms"));
    }

    private static List<Long> ids(Collection<Row> rows) {
        return rows.stream().map(Row::id).toList();
    }

    /** @param queue without the prefix */
    record Row(long id, String queue, Envelope envelope, long dueMs) {}

    /** @param queue without the prefix */
    record Waiting(String queue, Envelope envelope, Instant due) {}

    record Backlog(long waiting, Duration lag) {}
}
