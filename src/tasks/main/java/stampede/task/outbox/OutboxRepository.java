package stampede.task.outbox;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.support.DataAccessUtils;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.TaskId;
import stampede.task.message.Envelope;
import stampede.task.spi.QueueNames;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The table {@code task_outbox}: tasks that wait for a commit, for their time or for the broker. */
public class OutboxRepository {

    static final int MOST_COUNTED = 100_000;

    private static final int LONGEST_REST_SECONDS = 8;
    private static final int MOST_QUEUES = 1_000;

    private static final TypeReference<Map<String, @Nullable Object>> HEADERS = new TypeReference<>() {};

    private final NamedParameterJdbcTemplate jdbc;
    private final TransactionTemplate transaction;
    private final JsonMapper json;
    private final QueueNames names;
    private final Clock clock;

    OutboxRepository(
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
    public void add(String queue, Envelope envelope, Instant due) {
        addAll(List.of(new Waiting(queue, envelope, due)));
    }

    /** Keeps them all, with few statements. */
    public void addAll(Collection<Waiting> tasks) {
        if (tasks.isEmpty()) {
            return;
        }
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
    public boolean isAnyWaiting(Collection<TaskId> ids) {
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
    public List<Row> removeWaiting(Collection<TaskId> ids) {
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

    /** Whether anything is due by the instant, by one read without a lock. */
    boolean isAnyDue(Instant dueBy) {
        return !jdbc.queryForList("""
                        select next_ms from task_outbox force index (task_outbox_next)
                         where prefix = :prefix and next_ms <= :by order by next_ms limit 1
                        """, dueBy(dueBy), Long.class).isEmpty();
    }

    /** The queues that have rows, due or not, by one small read each: no plan of the database's own is needed for that. */
    Set<String> queues() {
        var queues = new TreeSet<String>();
        for (var next = queueAfter("");
                next.isPresent() && queues.size() < MOST_QUEUES;
                next = queueAfter(next.get())) {
            queues.add(next.get());
        }
        return queues;
    }

    private Optional<String> queueAfter(String queue) {
        return DataAccessUtils.optionalResult(jdbc.queryForList(
                """
                select queue from task_outbox force index (task_outbox_queue)
                 where prefix = :prefix and queue > :queue order by queue, next_ms limit 1
                """, new MapSqlParameterSource("prefix", names.prefix()).addValue("queue", queue), String.class));
    }

    /** Those of the queues that have rows due by the instant, the one first that has waited longest. */
    List<String> due(Collection<String> queues, Instant dueBy) {
        if (queues.isEmpty()) {
            return List.of();
        }
        var values = dueBy(dueBy);
        var selects = union(queues, values, """
                (select queue, next_ms from task_outbox force index (task_outbox_queue)
                  where prefix = :prefix and queue = :queue and next_ms <= :by order by next_ms limit 1)
                """);
        return jdbc.query(selects + " order by next_ms", values, (row, number) -> row.getString("queue"));
    }

    /** One select for each queue, which has a parameter of its own. */
    private static String union(Collection<String> queues, MapSqlParameterSource values, String select) {
        var selects = new ArrayList<String>();
        for (var queue : queues) {
            var parameter = "queue" + selects.size();
            values.addValue(parameter, queue);
            selects.add(select.replace(":queue", ":" + parameter));
        }
        return String.join(" union all ", selects);
    }

    /**
     * Rows that nobody else has and that are due by the instant, of each queue the earliest; no other relay sees them for the time of
     * the lease.
     *
     * @param most how many of each queue, given without the prefix
     */
    List<Row> claim(Map<String, Integer> most, Instant dueBy, Duration lease) {
        var rows = transaction.execute(status -> {
            var due = new ArrayList<Row>();
            most.forEach((queue, share) -> due.addAll(earliest(queue, share, dueBy)));
            if (!due.isEmpty()) {
                hold(due, clock.instant().plus(lease));
            }
            return due;
        });
        return rows == null ? List.of() : rows;
    }

    private List<Row> earliest(String queue, int most, Instant dueBy) {
        return jdbc.query(
                """
                select id, queue, headers, body, due_ms from task_outbox force index (task_outbox_queue)
                 where prefix = :prefix and queue = :queue and next_ms <= :by
                 order by next_ms limit :most for update skip locked
                """, dueBy(dueBy).addValue("queue", queue).addValue("most", most), (row, number) -> read(row));
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

    /** Lets relays see each row again when it says; as many statements as there are times. */
    void putBack(Map<Row, Instant> rows) {
        rows.keySet().stream()
                .collect(Collectors.groupingBy(rows::get))
                .forEach((next, ofThatTime) -> hold(ofThatTime, next));
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

    /**
     * How many due rows each of the queues has, counted up to {@link #MOST_COUNTED}; for the rest see {@link #backlog}.
     *
     * @param queues without the prefix
     */
    public Map<String, Long> backlogs(Collection<String> queues, Duration comesUpWithin) {
        var now = clock.millis();
        var values = dueBy(Instant.ofEpochMilli(now).plus(comesUpWithin))
                .addValue("now", now)
                .addValue("most", MOST_COUNTED);
        var backlogs = new TreeMap<String, Long>();
        if (!queues.isEmpty()) {
            var selects = union(queues, values, """
                    select :queue as queue, count(*) as waiting
                      from (select id from task_outbox force index (task_outbox_queue)
                             where prefix = :prefix and queue = :queue and next_ms <= :by and due_ms <= :now limit :most) as due
                    """);
            jdbc.query(selects, values, row -> {
                backlogs.put(row.getString("queue"), row.getLong("waiting"));
            });
        }
        return backlogs;
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

    /**
     * A task that is to be published.
     *
     * @param queue without the prefix
     */
    public record Row(long id, String queue, Envelope envelope, long dueMs) {

        /** A row that could not be sent rests half as long as it is late, in steps, so that many go back with few statements. */
        Instant nextTry(long nowMs) {
            var half = Math.max(0, nowMs - dueMs) / 2_000;
            return Instant.ofEpochMilli(nowMs)
                    .plusSeconds(Math.max(1, Math.min(Long.highestOneBit(half), LONGEST_REST_SECONDS)));
        }
    }

    /**
     * A task that waits for its time.
     *
     * @param queue without the prefix
     */
    public record Waiting(String queue, Envelope envelope, Instant due) {}

    record Backlog(long waiting, Duration lag) {}
}
