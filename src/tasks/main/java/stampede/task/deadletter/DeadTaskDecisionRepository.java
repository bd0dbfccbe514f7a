package stampede.task.deadletter;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import stampede.task.TaskId;
import stampede.task.message.Envelope;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** What is decided about dead tasks, in {@code task_dead}. */
class DeadTaskDecisionRepository {

    private static final int AT_A_TIME = 500;
    private static final TypeReference<Map<String, @Nullable Object>> HEADERS = new TypeReference<>() {};

    private final NamedParameterJdbcTemplate jdbc;
    private final JsonMapper json;
    private final Clock clock;

    DeadTaskDecisionRepository(NamedParameterJdbcTemplate jdbc, JsonMapper json, Clock clock) {
        this.jdbc = jdbc;
        this.json = json;
        this.clock = clock;
    }

    /** The task, locked until the caller's transaction ends, if nobody has decided about it. */
    List<Dead> lock(long id) {
        return lock("id = :id and status = 'DEAD' for update", Map.of("id", id));
    }

    /** Those of these about which nobody has decided, locked likewise, in the order of their numbers. */
    List<Dead> lock(Collection<Long> ids) {
        return jdbc.query("""
                select id, task_id, queue, headers, body from task_dead force index (primary)
                 where id in (:ids) and status = 'DEAD' order by id for update
                """, Map.of("ids", ids), (row, number) -> read(row));
    }

    /** Some of those up to this number, locked likewise. Those that somebody else decides about at this moment are left to him. */
    List<Dead> lock(DeadTaskFilter which, long last) {
        return lock(
                which.where() + " and id <= :last order by id limit :most for update skip locked",
                which.values()
                        .addValue("last", last)
                        .addValue("most", AT_A_TIME)
                        .getValues());
    }

    private List<Dead> lock(String where, Map<String, ?> values) {
        return jdbc.query(
                "select id, task_id, queue, headers, body from task_dead where " + where,
                values,
                (row, number) -> read(row));
    }

    int discard(long id) {
        return jdbc.update(
                "update task_dead set status = 'DISCARDED', changed_ms = :now where id = :id and status = 'DEAD'",
                Map.of("now", clock.millis(), "id", id));
    }

    /** Discards some of those up to this number; answers how many. */
    int discard(DeadTaskFilter which, long last) {
        return jdbc.update(
                "update task_dead set status = 'DISCARDED', changed_ms = :now where " + which.where()
                        + " and id <= :last order by id limit :most",
                which.values()
                        .addValue("last", last)
                        .addValue("most", AT_A_TIME)
                        .addValue("now", clock.millis()));
    }

    void markReplayed(List<Dead> tasks, long nowMs) {
        jdbc.update(
                "update task_dead set status = 'REPLAYED', changed_ms = :now where id in (:ids)",
                Map.of("now", nowMs, "ids", tasks.stream().map(Dead::number).toList()));
    }

    /** The highest number there is; 0 without any. */
    long last(DeadTaskFilter which) {
        var last = jdbc.queryForObject(
                "select coalesce(max(id), 0) from task_dead where " + which.where(), which.values(), Long.class);
        return last == null ? 0 : last;
    }

    private Dead read(ResultSet row) throws SQLException {
        var headers = json.readValue(row.getString("headers").getBytes(StandardCharsets.UTF_8), HEADERS);
        return new Dead(
                row.getLong("id"),
                new TaskId(row.getString("task_id")),
                row.getString("queue"),
                new Envelope(headers, row.getBytes("body")).replayed());
    }

    /** @param envelope as it is to be sent */
    record Dead(long number, TaskId id, String queue, Envelope envelope) {}
}
