package stampede.task;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The table {@code task_dead}. */
@Component
class DeadTaskTable implements DeadTasks {

    private static final TypeReference<Map<String, @Nullable Object>> HEADERS = new TypeReference<>() {};

    private final NamedParameterJdbcTemplate jdbc;
    private final Outbox outbox;
    private final RelaySignal relay;
    private final JsonMapper json;
    private final QueueNames names;
    private final Clock clock;

    DeadTaskTable(
            NamedParameterJdbcTemplate jdbc,
            Outbox outbox,
            RelaySignal relay,
            JsonMapper json,
            QueueNames names,
            Clock clock) {
        this.jdbc = jdbc;
        this.outbox = outbox;
        this.relay = relay;
        this.json = json;
        this.names = names;
        this.clock = clock;
    }

    /** Stores a task. Answers its number, or nothing if this death is on record already. */
    Optional<Long> bury(Envelope envelope, TaskId id, String queue, String error) {
        var key = new GeneratedKeyHolder();
        try {
            jdbc.update(
                    """
                    insert into task_dead (prefix, task_id, name, replays, queue, headers, body, error, attempts, status,
                                           died_ms, changed_ms)
                    values (:prefix, :taskId, :name, :replays, :queue, :headers, :body, :error, :attempts, 'DEAD', :now, :now)
                    """,
                    new MapSqlParameterSource()
                            .addValue("prefix", names.prefix())
                            .addValue("taskId", id.value())
                            .addValue("name", cut(envelope.task().orElse(""), 128))
                            .addValue("replays", envelope.replays())
                            .addValue("queue", cut(queue, 128))
                            .addValue("headers", json.writeValueAsString(envelope.headers()))
                            .addValue("body", envelope.body())
                            .addValue("error", cut(error, 8000))
                            .addValue("attempts", envelope.retries())
                            .addValue("now", clock.millis()),
                    key,
                    new String[] {"id"});
        } catch (DuplicateKeyException onRecord) {
            return Optional.empty();
        }
        return Optional.ofNullable(key.getKey()).map(Number::longValue);
    }

    @Override
    public List<DeadTask> list(DeadTask.Status status, long beforeId, int most) {
        return jdbc.query(
                """
                select * from task_dead where prefix = :prefix and status = :status and id < :before
                 order by id desc limit :most
                """,
                Map.of("prefix", names.prefix(), "status", status.name(), "before", beforeId, "most", most),
                (row, number) -> read(row));
    }

    @Override
    public long count(DeadTask.Status status) {
        var count = jdbc.queryForObject(
                "select count(*) from task_dead where prefix = :prefix and status = :status",
                Map.of("prefix", names.prefix(), "status", status.name()),
                Long.class);
        return count == null ? 0 : count;
    }

    @Override
    public Optional<DeadTask> find(long id) {
        return jdbc
                .query("select * from task_dead where id = :id", Map.of("id", id), (row, number) -> read(row))
                .stream()
                .findFirst();
    }

    @Override
    @Transactional
    public boolean replay(long id) {
        if (!decide(id, DeadTask.Status.REPLAYED)) {
            return false;
        }
        jdbc.query("select queue, headers, body from task_dead where id = :id", Map.of("id", id), row -> {
            var headers = json.readValue(row.getString("headers").getBytes(StandardCharsets.UTF_8), HEADERS);
            outbox.add(row.getString("queue"), new Envelope(headers, row.getBytes("body")).replayed(), clock.instant());
        });
        relay.wakeAfterCommit();
        return true;
    }

    @Override
    public boolean discard(long id) {
        return decide(id, DeadTask.Status.DISCARDED);
    }

    private boolean decide(long id, DeadTask.Status status) {
        return jdbc.update(
                        "update task_dead set status = :status, changed_ms = :now where id = :id and status = 'DEAD'",
                        Map.of("status", status.name(), "now", clock.millis(), "id", id))
                == 1;
    }

    private static DeadTask read(ResultSet row) throws SQLException {
        return new DeadTask(
                row.getLong("id"),
                new TaskId(row.getString("task_id")),
                row.getString("name"),
                row.getString("queue"),
                new String(row.getBytes("body"), StandardCharsets.UTF_8),
                row.getString("error"),
                row.getInt("attempts"),
                DeadTask.Status.valueOf(row.getString("status")),
                Instant.ofEpochMilli(row.getLong("died_ms")),
                Instant.ofEpochMilli(row.getLong("changed_ms")));
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most);
    }
}
