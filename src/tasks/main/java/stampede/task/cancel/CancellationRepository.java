package stampede.task.cancel;

import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;
import stampede.task.TaskId;
import stampede.task.spi.CancelledTasks;
import stampede.task.spi.QueueNames;
import stampede.task.spi.TaskMessage;

/** The table {@code task_cancel}: tasks that were called off, in the caller's transaction if there is one. */
public class CancellationRepository implements CancelledTasks {

    private static final String WHERE = " where prefix = :prefix and task_id = :id";

    private final NamedParameterJdbcTemplate jdbc;
    private final QueueNames names;
    private final Clock clock;

    CancellationRepository(NamedParameterJdbcTemplate jdbc, QueueNames names, Clock clock) {
        this.jdbc = jdbc;
        this.names = names;
        this.clock = clock;
    }

    /**
     * Enters that those were called off which were sent under these ids until now.
     *
     * @param life the highest that is meant
     * @param ended whether it is known that none of them goes on
     */
    public void ask(Collection<TaskId> ids, long life, boolean ended) {
        var now = clock.millis();
        jdbc.batchUpdate(
                """
                insert into task_cancel (prefix, task_id, asked_ms, life, ended_ms) values (:prefix, :id, :now, :life, :ended)
                on duplicate key update asked_ms = values(asked_ms), life = values(life), ended_ms = values(ended_ms)
                """,
                ids.stream()
                        .sorted(Comparator.comparing(TaskId::value))
                        .map(id -> key(id).addValue("now", now)
                                .addValue("life", life)
                                .addValue("ended", ended ? now : null))
                        .toArray(SqlParameterSource[]::new));
    }

    /** Whether this task was. One without a number is meant by whatever is said of its id. */
    public boolean isAsked(TaskId id, long life) {
        return !jdbc.queryForList(
                        "select 1 from task_cancel" + WHERE + " and life >= :life",
                        key(id).addValue("life", life),
                        Integer.class)
                .isEmpty();
    }

    /** What was asked about these ids. */
    public Map<TaskId, Asked> find(Collection<TaskId> ids) {
        var found = new HashMap<TaskId, Asked>();
        jdbc.query(
                "select task_id, life, ended_ms from task_cancel where prefix = :prefix and task_id in (:ids)",
                keys(ids),
                row -> {
                    var ended = row.getLong("ended_ms") > 0;
                    found.put(new TaskId(row.getString("task_id")), new Asked(row.getLong("life"), ended));
                });
        return found;
    }

    @Override
    public Set<TaskId> among(Collection<TaskId> ids) {
        return ids.isEmpty()
                ? Set.of()
                : Set.copyOf(jdbc.query(
                        "select task_id from task_cancel where prefix = :prefix and task_id in (:ids) and ended_ms is null",
                        keys(ids),
                        (row, number) -> new TaskId(row.getString("task_id"))));
    }

    /** What was asked since the instant: ids, and the highest life that is meant. Read from an index alone. */
    Map<String, Long> askedSince(Instant since) {
        var asked = new HashMap<String, Long>();
        jdbc.query(
                """
                select task_id, life from task_cancel force index (task_cancel_asked)
                 where prefix = :prefix and asked_ms >= :since
                """,
                new MapSqlParameterSource("prefix", names.prefix()).addValue("since", since.toEpochMilli()),
                row -> {
                    asked.put(row.getString("task_id"), row.getLong("life"));
                });
        return asked;
    }

    long count() {
        var count = jdbc.queryForObject(
                "select count(*) from task_cancel where prefix = :prefix",
                Map.of("prefix", names.prefix()),
                Long.class);
        return count == null ? 0 : count;
    }

    /** The ids that come after this one, in order. */
    List<String> idsAfter(String id, int most) {
        return jdbc.query(
                """
                select task_id from task_cancel force index (primary)
                 where prefix = :prefix and task_id > :id order by task_id limit :most
                """,
                new MapSqlParameterSource("prefix", names.prefix())
                        .addValue("id", id)
                        .addValue("most", most),
                (row, number) -> row.getString("task_id"));
    }

    /** They shall run all the same, because somebody has them done over; or they need not be known any more. */
    public void forget(Collection<TaskId> ids) {
        jdbc.update("delete from task_cancel where prefix = :prefix and task_id in (:ids)", keys(ids));
    }

    /** They have ended. The rows stay for a while, because the broker may hand out again what was not acknowledged. */
    void markEnded(Collection<TaskMessage> tasks) {
        var now = clock.millis();
        jdbc.batchUpdate(
                "update task_cancel set ended_ms = :now" + WHERE + " and life >= :life and ended_ms is null",
                tasks.stream()
                        .map(task ->
                                key(task.id()).addValue("life", task.life()).addValue("now", now))
                        .toArray(SqlParameterSource[]::new));
    }

    /** Deletes some of the rows of tasks that ended before the instant. */
    public int forgetEnded(Instant before, int most) {
        return jdbc.update(
                "delete from task_cancel where prefix = :prefix and ended_ms < :before order by ended_ms limit :most",
                new MapSqlParameterSource("prefix", names.prefix())
                        .addValue("before", before.toEpochMilli())
                        .addValue("most", most));
    }

    /** Some of those that were called off before the instant and never came. */
    public List<TaskId> neverCame(Instant before, int most) {
        return jdbc.query(
                """
                select task_id from task_cancel
                 where prefix = :prefix and asked_ms < :before and ended_ms is null order by asked_ms limit :most
                """,
                new MapSqlParameterSource("prefix", names.prefix())
                        .addValue("before", before.toEpochMilli())
                        .addValue("most", most),
                (row, number) -> new TaskId(row.getString("task_id")));
    }

    private MapSqlParameterSource key(TaskId id) {
        return new MapSqlParameterSource("prefix", names.prefix()).addValue("id", id.value());
    }

    private MapSqlParameterSource keys(Collection<TaskId> ids) {
        return new MapSqlParameterSource("prefix", names.prefix())
                .addValue("ids", ids.stream().map(TaskId::value).toList());
    }

    /**
     * What was asked about an id.
     *
     * @param life the highest that is meant
     * @param ended whether the task has ended since
     */
    public record Asked(long life, boolean ended) {}
}
