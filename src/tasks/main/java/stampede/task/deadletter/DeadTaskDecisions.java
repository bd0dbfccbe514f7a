package stampede.task.deadletter;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import stampede.support.OpenTransaction;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.cancel.CancellationRepository;
import stampede.task.event.TaskEvents;
import stampede.task.message.Envelope;
import stampede.task.outbox.Outbox;
import stampede.task.outbox.RelaySignal;
import stampede.task.spi.TaskStep;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Carries out what is decided about dead tasks, one or many: each is sent again or discarded once, whoever decides. */
class DeadTaskDecisions {

    private static final int AT_A_TIME = 500;
    private static final TypeReference<Map<String, @Nullable Object>> HEADERS = new TypeReference<>() {};

    private final NamedParameterJdbcTemplate jdbc;
    private final OpenTransaction transaction;
    private final Outbox outbox;
    private final RelaySignal relay;
    private final TaskEvents taskEvents;
    private final CancellationRepository cancels;
    private final JsonMapper json;
    private final Clock clock;

    DeadTaskDecisions(
            NamedParameterJdbcTemplate jdbc,
            OpenTransaction transaction,
            Outbox outbox,
            RelaySignal relay,
            TaskEvents taskEvents,
            CancellationRepository cancels,
            JsonMapper json,
            Clock clock) {
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.outbox = outbox;
        this.relay = relay;
        this.taskEvents = taskEvents;
        this.cancels = cancels;
        this.json = json;
        this.clock = clock;
    }

    boolean replay(long id) {
        return inTransaction(() -> replay(lock("id = :id and status = 'DEAD' for update", Map.of("id", id)))) == 1;
    }

    boolean discard(long id) {
        return inTransaction(() -> jdbc.update(
                        "update task_dead set status = 'DISCARDED', changed_ms = :now where id = :id and status = 'DEAD'",
                        Map.of("now", clock.millis(), "id", id)))
                == 1;
    }

    /** Those that somebody else decides about at this moment are left to him. */
    long replayAll(DeadTaskFilter which) {
        var where = which.where() + " and id <= :last order by id limit :most for update skip locked";
        var values = upToNow(which);
        return untilNoneIsLeft(() -> replay(lock(where, values.getValues())));
    }

    long discardAll(DeadTaskFilter which) {
        var statement = "update task_dead set status = 'DISCARDED', changed_ms = :now where " + which.where()
                + " and id <= :last order by id limit :most";
        var values = upToNow(which).addValue("now", clock.millis());
        return untilNoneIsLeft(() -> jdbc.update(statement, values));
    }

    /** What dies from now on has a higher number, and is left alone. */
    private MapSqlParameterSource upToNow(DeadTaskFilter which) {
        var last = jdbc.queryForObject(
                "select coalesce(max(id), 0) from task_dead where " + which.where(), which.values(), Long.class);
        return which.values().addValue("last", last).addValue("most", AT_A_TIME);
    }

    private long untilNoneIsLeft(IntSupplier some) {
        long all = 0;
        for (int decided = inTransaction(some); decided > 0; decided = inTransaction(some)) {
            all += decided;
        }
        return all;
    }

    private int inTransaction(IntSupplier decision) {
        return transaction.write(decision::getAsInt);
    }

    private List<Dead> lock(String where, Map<String, ?> values) {
        return jdbc.query(
                "select id, task_id, queue, headers, body from task_dead where " + where,
                values,
                (row, number) -> read(row));
    }

    private int replay(List<Dead> tasks) {
        if (!tasks.isEmpty()) {
            var now = clock.instant();
            outbox.addAll(tasks.stream()
                    .map(task -> new Outbox.Waiting(task.queue(), task.envelope(), now))
                    .toList());
            jdbc.update(
                    "update task_dead set status = 'REPLAYED', changed_ms = :now where id in (:ids)",
                    Map.of(
                            "now", now.toEpochMilli(),
                            "ids", tasks.stream().map(Dead::number).toList()));
            cancels.forget(tasks.stream().map(Dead::id).toList());
            relay.wakeAfterCommit();
            tasks.forEach(task -> taskEvents.observeAfterCommit(new TaskStep(
                    TaskState.PENDING, task.envelope().message(task.id(), task.queue()), now, Optional.empty())));
        }
        return tasks.size();
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
    private record Dead(long number, TaskId id, String queue, Envelope envelope) {}
}
