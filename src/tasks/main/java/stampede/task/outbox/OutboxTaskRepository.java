package stampede.task.outbox;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.support.DataAccessUtils;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import stampede.task.TaskId;
import stampede.task.admin.OutboxTask;
import stampede.task.admin.OutboxTasks;
import stampede.task.admin.TaskWait;
import stampede.task.handler.TaskDefinition;
import stampede.task.handler.TaskRate;
import stampede.task.handler.TaskRegistry;
import stampede.task.message.Envelope;
import stampede.task.spi.QueueNames;
import stampede.task.spi.TaskHeaders;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Reads {@code task_outbox} for people. Takes no lock, and reads no body. */
class OutboxTaskRepository implements OutboxTasks {

    /** Longer than a relay holds a row, and than one that was refused rests at first. */
    private static final Duration LATE = Duration.ofSeconds(10);

    /** Headers may be as large as a message; a page needs a few of them. */
    private static final String ROW = """
            select id, queue, if(char_length(headers) <= 65536, headers, '{}') as headers, due_ms, next_ms from task_outbox
            """;

    private static final TypeReference<Map<String, @Nullable Object>> HEADERS = new TypeReference<>() {};

    private final NamedParameterJdbcTemplate jdbc;
    private final OutboxRepository outbox;
    private final TaskRegistry registry;
    private final JsonMapper json;
    private final QueueNames names;
    private final Clock clock;

    OutboxTaskRepository(
            NamedParameterJdbcTemplate jdbc,
            OutboxRepository outbox,
            TaskRegistry registry,
            JsonMapper json,
            QueueNames names,
            Clock clock) {
        this.jdbc = jdbc;
        this.outbox = outbox;
        this.registry = registry;
        this.json = json;
        this.names = names;
        this.clock = clock;
    }

    /** By the primary key: an index of the queue would have to be sorted, and the table is short unless much waits for one queue. */
    @Override
    public List<OutboxTask> list(Optional<String> queue, long after, int most) {
        return jdbc.query(
                ROW + " force index (primary) where prefix = :prefix and id > :after"
                        + queue.map(any -> " and queue = :queue").orElse("") + " order by id limit :most",
                values().addValue("after", after)
                        .addValue("queue", queue.orElse(""))
                        .addValue("most", most),
                this::read);
    }

    @Override
    public Optional<OutboxTask> find(TaskId id) {
        return DataAccessUtils.optionalResult(jdbc.query(
                ROW + " where prefix = :prefix and task_id = :id order by id desc limit 1",
                values().addValue("id", id.value()),
                this::read));
    }

    @Override
    public List<Backlog> backlogs() {
        return outbox.queues().stream()
                .flatMap(queue -> backlog(queue).stream())
                .toList();
    }

    private Optional<Backlog> backlog(String queue) {
        return jdbc
                .query(
                        """
                        select count(*) as waiting, coalesce(sum(due_ms < :late), 0) as late, min(due_ms) as oldest
                          from (select due_ms from task_outbox force index (task_outbox_queue)
                                 where prefix = :prefix and queue = :queue order by next_ms limit :most) as some
                        """,
                        values().addValue("queue", queue)
                                .addValue("late", clock.instant().minus(LATE).toEpochMilli())
                                .addValue("most", MOST_COUNTED),
                        (row, number) -> new Backlog(
                                queue,
                                row.getLong("waiting"),
                                row.getLong("late"),
                                Instant.ofEpochMilli(row.getLong("oldest"))))
                .stream()
                .filter(backlog -> backlog.waiting() > 0)
                .findFirst();
    }

    private MapSqlParameterSource values() {
        return new MapSqlParameterSource("prefix", names.prefix());
    }

    private OutboxTask read(ResultSet row, int number) throws SQLException {
        var envelope = new Envelope(json.readValue(row.getString("headers"), HEADERS), new byte[0]);
        var due = Instant.ofEpochMilli(row.getLong("due_ms"));
        return new OutboxTask(
                row.getLong("id"),
                row.getString("queue"),
                envelope.id(),
                envelope.task().orElse(""),
                envelope.retries() + 1,
                due,
                why(envelope, due, Instant.ofEpochMilli(row.getLong("next_ms"))));
    }

    private TaskWait why(Envelope envelope, Instant due, Instant next) {
        var now = clock.instant();
        if (due.isAfter(now)) {
            return new TaskWait(reason(envelope), Optional.of(due), rateOf(envelope));
        }
        return due.isBefore(now.minus(LATE))
                ? new TaskWait(TaskWait.Reason.NOT_TAKEN, Optional.of(next).filter(now::isBefore))
                : new TaskWait(TaskWait.Reason.SENDING, Optional.empty());
    }

    private static TaskWait.Reason reason(Envelope envelope) {
        if (envelope.headers().containsKey(TaskHeaders.AGAIN)) {
            return TaskWait.Reason.RUNS_ELSEWHERE;
        }
        if (envelope.headers().containsKey(TaskHeaders.ADMITTED)) {
            return TaskWait.Reason.RATE;
        }
        return envelope.timesTooNew() > 0 ? TaskWait.Reason.NEWER_WORKER : TaskWait.Reason.TIME;
    }

    private String rateOf(Envelope envelope) {
        return envelope.headers().containsKey(TaskHeaders.ADMITTED)
                ? envelope.task()
                        .flatMap(registry::byName)
                        .map(TaskDefinition::limits)
                        .flatMap(limits -> limits.rate())
                        .map(TaskRate::text)
                        .orElse("")
                : "";
    }
}
