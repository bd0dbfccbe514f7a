package stampede.task;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
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

    static final int MOST_COUNTED = 100_000;
    static final Duration SHORTEST_REST = Duration.ofSeconds(1);
    static final Duration LONGEST_REST = Duration.ofSeconds(10);

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
                insert into task_outbox (prefix, queue, task_id, headers, body, due_ms, next_ms)
                values (:prefix, :queue, :task, :headers, :body, :due, :due)
                """, tasks.stream().map(this::row).toArray(SqlParameterSource[]::new));
    }

    private SqlParameterSource row(Waiting task) {
        return new MapSqlParameterSource()
                .addValue("prefix", names.prefix())
                .addValue("queue", task.queue())
                .addValue("task", waitsForItsTime(task) ? idOf(task) : null, Types.VARCHAR)
                .addValue("headers", json.writeValueAsString(task.envelope().headers()))
                .addValue("body", task.envelope().body())
                .addValue("due", task.due().toEpochMilli());
    }

    /** What goes at once is not looked for by its id, and should not pay for an index of random values. */
    private boolean waitsForItsTime(Waiting task) {
        return task.due().toEpochMilli() > clock.millis();
    }

    private static @Nullable String idOf(Waiting task) {
        return task.envelope().id().map(TaskId::value).orElse(null);
    }

    /** Whether any of these waits for its time. */
    boolean isAnyWaiting(Collection<TaskId> ids) {
        return !waiting(ids).isEmpty();
    }

    private List<Long> waiting(Collection<TaskId> ids) {
        return ids.isEmpty()
                ? List.of()
                : jdbc.query(
                        "select id from task_outbox where prefix = :prefix and task_id in (:ids)",
                        Map.of(
                                "prefix", names.prefix(),
                                "ids", ids.stream().map(TaskId::value).toList()),
                        (row, number) -> row.getLong("id"));
    }

    /**
     * Deletes what waits for its time under these ids and is in no relay's hands, in the caller's transaction. Locks rows as relays do,
     * by their number.
     */
    List<Row> removeWaiting(Collection<TaskId> ids) {
        var numbers = waiting(ids);
        if (numbers.isEmpty()) {
            return List.of();
        }
        var rows = jdbc.query("""
                select id, queue, headers, body, due_ms from task_outbox
                 where id in (:numbers) and next_ms = due_ms order by id for update
                """, Map.of("numbers", numbers), (row, number) -> read(row));
        if (!rows.isEmpty()) {
            remove(rows);
        }
        return rows;
    }

    /**
     * Rows that nobody else has and that are due by the instant, earliest first; no other relay sees them for the time of the
     * lease. While there are none that costs one read without a lock.
     */
    List<Row> claim(int most, Instant dueBy, Duration lease) {
        if (most < 1 || !isAnyDue(dueBy)) {
            return List.of();
        }
        var rows = transaction.execute(status -> {
            var due = jdbc.query("""
                    select id, queue, headers, body, due_ms from task_outbox force index (task_outbox_next)
                     where prefix = :prefix and next_ms <= :by
                     order by next_ms limit :most for update skip locked
                    """, dueBy(dueBy).addValue("most", most), (row, number) -> read(row));
            if (!due.isEmpty()) {
                hold(due, clock.instant().plus(lease));
            }
            return due;
        });
        return rows == null ? List.of() : rows;
    }

    private boolean isAnyDue(Instant dueBy) {
        return !jdbc.queryForList("""
                        select next_ms from task_outbox force index (task_outbox_next)
                         where prefix = :prefix and next_ms <= :by order by next_ms limit 1
                        """, dueBy(dueBy), Long.class).isEmpty();
    }

    private MapSqlParameterSource dueBy(Instant by) {
        return new MapSqlParameterSource("prefix", names.prefix()).addValue("by", by.toEpochMilli());
    }

    /** Lets no relay see the rows before the instant. */
    void hold(Collection<Row> rows, Instant until) {
        jdbc.update(
                "update task_outbox set next_ms = :next where id in (:ids)",
                Map.of("next", until.toEpochMilli(), "ids", ids(rows)));
    }

    /** Lets relays see each row again when it says. */
    void putBack(Map<Row, Instant> rows) {
        jdbc.batchUpdate(
                "update task_outbox set next_ms = :next where id = :id",
                rows.entrySet().stream()
                        .map(row -> new MapSqlParameterSource("id", row.getKey().id())
                                .addValue("next", row.getValue().toEpochMilli()))
                        .toArray(MapSqlParameterSource[]::new));
    }

    void remove(Collection<Row> rows) {
        jdbc.update("delete from task_outbox where id in (:ids)", Map.of("ids", ids(rows)));
    }

    /**
     * How many rows are due, counted up to {@link #MOST_COUNTED}, and how long the oldest has been so. Rows that relays hold or
     * have put back are due too; they come up again within the time.
     */
    Backlog backlog(Duration comesUpWithin) {
        var now = clock.millis();
        return jdbc.query(
                """
                select count(*) as waiting, coalesce(min(due_ms), :now) as oldest
                  from (select due_ms from task_outbox force index (task_outbox_next)
                         where prefix = :prefix and next_ms <= :by and due_ms <= :now
                         order by next_ms limit :most) as due
                """,
                dueBy(Instant.ofEpochMilli(now).plus(comesUpWithin))
                        .addValue("now", now)
                        .addValue("most", MOST_COUNTED),
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
    record Row(long id, String queue, Envelope envelope, long dueMs) {

        /** A row that could not be sent rests half as long as it is late, so that a full queue does not hold up the others. */
        Instant afterARefusal(long nowMs) {
            var late = Duration.ofMillis(Math.max(0, nowMs - dueMs));
            var rest = late.dividedBy(2);
            return Instant.ofEpochMilli(nowMs)
                    .plus(
                            rest.compareTo(SHORTEST_REST) < 0
                                    ? SHORTEST_REST
                                    : rest.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : rest);
        }
    }

    /** @param queue without the prefix */
    record Waiting(String queue, Envelope envelope, Instant due) {}

    record Backlog(long waiting, Duration lag) {}
}
