package stampede.task.deadletter;

import com.google.common.base.Ascii;
import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.support.DataAccessUtils;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import stampede.task.TaskId;
import stampede.task.admin.DeadGroup;
import stampede.task.admin.DeadMessage;
import stampede.task.admin.DeadSearch;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.task.handler.UnreadableTask;
import stampede.task.message.Envelope;
import stampede.task.message.EnvelopeConverter;
import stampede.task.spi.QueueNames;
import stampede.task.spi.TaskPayloads;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The table {@code task_dead}: who is buried there, and how to find him. */
public class DeadTaskRepository implements DeadTasks {

    private static final String INSERT = """
            insert into task_dead (prefix, task_id, name, life, replays, content, queue, headers, body, error, error_type,
                                   fingerprint, attempts, status, died_ms, changed_ms)
            values (:prefix, :taskId, :name, :life, :replays, :content, :queue, :headers, :body, :error, :errorType,
                    :fingerprint, :attempts, 'DEAD', :now, :now)
            """;

    /** Assignments are made in this order, so the status comes last. */
    private static final String COUNT = """
            update task_dead
               set times = times + 1, changed_ms = :now,
                   died_ms = if(status = 'DEAD' or life > 0, died_ms, :now),
                   status = if(life > 0, status, 'DEAD')
            """;

    private static final String SAME = """
             where prefix = :prefix and task_id = :taskId and name = :name and life = :life and replays = :replays
               and content = :content
            """;

    private static final TypeReference<Map<String, @Nullable Object>> HEADERS = new TypeReference<>() {};

    private final NamedParameterJdbcTemplate jdbc;
    private final DeadTaskDecisions decisions;
    private final TaskPayloads payloads;
    private final JsonMapper json;
    private final EnvelopeConverter format;
    private final QueueNames names;
    private final Clock clock;

    DeadTaskRepository(
            NamedParameterJdbcTemplate jdbc,
            DeadTaskDecisions decisions,
            TaskPayloads payloads,
            JsonMapper json,
            EnvelopeConverter format,
            QueueNames names,
            Clock clock) {
        this.jdbc = jdbc;
        this.decisions = decisions;
        this.payloads = payloads;
        this.json = json;
        this.format = format;
        this.names = names;
        this.clock = clock;
    }

    /**
     * Stores a task and answers its number. What died under the same id and name in another life, or with another body, has a row of
     * its own; a copy of what is there is counted. Copies of a task that nobody numbered cannot be told from another that is the
     * same, so if somebody decided about it, it waits for a decision again.
     */
    public long bury(Envelope envelope, TaskId id, String queue, String error) {
        var group = ErrorGroup.of(error);
        var values = new MapSqlParameterSource()
                .addValue("prefix", names.prefix())
                .addValue("taskId", id.value())
                .addValue("name", Ascii.truncate(envelope.task().orElse(""), 128, ""))
                .addValue("life", envelope.life())
                .addValue("replays", envelope.replays())
                .addValue("content", digest(envelope.body()))
                .addValue("queue", Ascii.truncate(queue, 128, ""))
                .addValue("headers", json.writeValueAsString(envelope.headers()))
                .addValue("body", envelope.body())
                .addValue("error", Ascii.truncate(error, 8000, ""))
                .addValue("errorType", group.type())
                .addValue("fingerprint", group.fingerprint())
                .addValue("attempts", envelope.retries())
                .addValue("now", clock.millis());
        var key = new GeneratedKeyHolder();
        try {
            jdbc.update(INSERT, values, key, new String[] {"id"});
            return Objects.requireNonNull(key.getKey()).longValue();
        } catch (DuplicateKeyException onRecord) {
            jdbc.update(COUNT + SAME, values);
            return Objects.requireNonNull(jdbc.queryForObject("select id from task_dead" + SAME, values, Long.class));
        }
    }

    private static String digest(byte[] body) {
        return Hashing.sha256().hashBytes(body).toString().substring(0, 32);
    }

    @Override
    public List<DeadTask> list(DeadTask.Status status, long beforeId, int most) {
        return search(status, DeadSearch.all(), beforeId, most);
    }

    @Override
    public List<DeadTask> search(DeadTask.Status status, DeadSearch search, long beforeId, int most) {
        var filter = new DeadTaskFilter(names.prefix(), status, search);
        return jdbc.query(
                "select * from task_dead where " + filter.where() + " and id < :before order by id desc limit :most",
                filter.values().addValue("before", beforeId).addValue("most", most),
                (row, number) -> read(row));
    }

    @Override
    public long count(DeadTask.Status status) {
        return count(status, DeadSearch.all());
    }

    @Override
    public long count(DeadTask.Status status, DeadSearch search) {
        var filter = new DeadTaskFilter(names.prefix(), status, search);
        var count = jdbc.queryForObject(
                "select count(*) from task_dead where " + filter.where(), filter.values(), Long.class);
        return count == null ? 0 : count;
    }

    @Override
    public long count(DeadTask.Status status, int most) {
        var filter = new DeadTaskFilter(names.prefix(), status, DeadSearch.all());
        var count = jdbc.queryForObject(
                "select count(*) from (select 1 from task_dead where " + filter.where() + " limit :most) as some",
                filter.values().addValue("most", most),
                Long.class);
        return count == null ? 0 : count;
    }

    @Override
    public List<String> names() {
        return jdbc.query(
                "select distinct name from task_dead where prefix = :prefix and status = 'DEAD' order by name",
                Map.of("prefix", names.prefix()),
                (row, number) -> row.getString("name"));
    }

    @Override
    public Optional<DeadTask> find(long id) {
        return DataAccessUtils.optionalResult(
                jdbc.query("select * from task_dead where id = :id", Map.of("id", id), (row, number) -> read(row)));
    }

    @Override
    public Optional<DeadMessage> message(long id) {
        return jdbc
                .query(
                        "select name, headers, body from task_dead where id = :id",
                        Map.of("id", id),
                        (row, number) -> payloads.hasSecrets(row.getString("name"))
                                ? Optional.<DeadMessage>empty()
                                : Optional.of(new DeadMessage(
                                        json.readValue(row.getString("headers"), HEADERS), row.getBytes("body"))))
                .stream()
                .flatMap(Optional::stream)
                .findFirst();
    }

    @Override
    public List<DeadTask> of(TaskId id) {
        return jdbc.query(
                "select * from task_dead where prefix = :prefix and task_id = :id order by task_dead.id desc",
                Map.of("prefix", names.prefix(), "id", id.value()),
                (row, number) -> read(row));
    }

    @Override
    public <T extends Record> Optional<T> payload(DeadTask dead, Class<T> type) {
        try {
            var message = new Envelope(Map.of(), dead.body().getBytes(StandardCharsets.UTF_8));
            return Optional.of(type.cast(format.read(message, type)));
        } catch (UnreadableTask unreadable) {
            return Optional.empty();
        }
    }

    @Override
    public boolean replay(long id) {
        return decisions.replay(id);
    }

    @Override
    public boolean replay(long id, Duration wait) {
        return !decisions.replay(List.of(id), wait, Duration.ZERO).isEmpty();
    }

    @Override
    public List<Long> replay(Collection<Long> ids, Duration over) {
        return ids.isEmpty() ? List.of() : decisions.replay(ids, Duration.ZERO, over);
    }

    /** Counts by an index alone, and looks at two rows of each group. */
    @Override
    public List<DeadGroup> groups(int most) {
        return jdbc.query(
                """
                select grouped.fingerprint, grouped.number, first.died_ms as first_ms, last.died_ms as last_ms,
                       last.error_type, left(last.error, 1000) as error, last.name
                  from (select fingerprint, count(*) as number, min(id) as first_id, max(id) as last_id
                          from task_dead force index (task_dead_group)
                         where prefix = :prefix and status = 'DEAD'
                         group by fingerprint
                         order by number desc
                         limit :most) as grouped
                  join task_dead as first on first.id = grouped.first_id
                  join task_dead as last on last.id = grouped.last_id
                 order by grouped.number desc, grouped.last_id desc
                """,
                Map.of("prefix", names.prefix(), "most", most),
                (row, number) -> new DeadGroup(
                        row.getString("fingerprint"),
                        row.getString("error_type"),
                        row.getString("error").lines().findFirst().orElse(""),
                        row.getString("name"),
                        row.getLong("number"),
                        Instant.ofEpochMilli(row.getLong("first_ms")),
                        Instant.ofEpochMilli(row.getLong("last_ms"))));
    }

    @Override
    public boolean discard(long id) {
        return decisions.discard(id);
    }

    @Override
    public long replayAll(DeadSearch search) {
        return decisions.replayAll(new DeadTaskFilter(names.prefix(), DeadTask.Status.DEAD, search));
    }

    @Override
    public long discardAll(DeadSearch search) {
        return decisions.discardAll(new DeadTaskFilter(names.prefix(), DeadTask.Status.DEAD, search));
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
                row.getInt("times"),
                DeadTask.Status.valueOf(row.getString("status")),
                Instant.ofEpochMilli(row.getLong("died_ms")),
                Instant.ofEpochMilli(row.getLong("changed_ms")));
    }
}
