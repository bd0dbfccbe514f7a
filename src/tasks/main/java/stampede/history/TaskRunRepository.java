package stampede.history;

import com.google.common.base.Ascii;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;
import stampede.support.ResourceFile;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.spi.AttemptEnd;
import stampede.task.spi.TaskHeaders;
import stampede.task.spi.TaskPayloads;
import stampede.task.spi.TaskStateStore;
import stampede.task.spi.TaskStep;
import stampede.task.spi.ThisNode;

/** Writes what is new into {@code task_run} and {@code task_attempt}; one row per task, never back to an earlier state. */
class TaskRunRepository {

    private static final Logger log = LoggerFactory.getLogger(TaskRunRepository.class);

    static final int MOST_OF_PAYLOAD = 4_096;
    private static final int MOST_OF_ERROR = 8_000;
    private static final int MOST_OF_FIRST_LINE = 500;

    /** The driver makes one statement of many rows of it. Assignments are made in this order, so the progress comes last. */
    private static final String RUN = ResourceFile.read(TaskRunRepository.class, "write-runs.sql");

    private static final String ATTEMPT = """
            insert into task_attempt (prefix, task_id, life, attempt, state, worker, runtime_ms, error, next_ms, ended_ms)
            values (:prefix, :id, :life, :attempt, :state, :worker, :runtime, :error, :next, :ended)
            on duplicate key update error = values(error)
            """;

    private final NamedParameterJdbcTemplate jdbc;
    private final TaskPayloads payloads;
    private final ThisNode node;

    TaskRunRepository(NamedParameterJdbcTemplate jdbc, TaskPayloads payloads, ThisNode node) {
        this.jdbc = jdbc;
        this.payloads = payloads;
        this.node = node;
    }

    /**
     * Writes them all, in the current transaction if there is one. One that no row can hold is left out and logged.
     *
     * @throws DataAccessException if the database is the reason that it cannot
     */
    void write(Collection<RunChange> changes) {
        var inOrder = changes.stream()
                .sorted(Comparator.<RunChange, String>comparing(
                                change -> change.id().value())
                        .thenComparing(change -> change.message().life()))
                .toList();
        try {
            insert(inOrder);
        } catch (RuntimeException failure) {
            throwIfServerIsAway(failure);
            inOrder.forEach(this::writeAlone);
        }
    }

    private void writeAlone(RunChange change) {
        try {
            insert(List.of(change));
        } catch (RuntimeException failure) {
            throwIfServerIsAway(failure);
            log.error("The history cannot hold {} {}", change.message().name(), change.id(), failure);
        }
    }

    /** How far the tasks of these ids are, each life by itself. */
    List<Named> find(Collection<TaskId> ids) {
        return jdbc.query(
                "select task_id, life, state, name from task_run where prefix = :prefix and task_id in (:ids)",
                Map.of(
                        "prefix", node.engine(),
                        "ids", ids.stream().map(TaskId::value).toList()),
                (row, number) -> new Named(
                        row.getString("name"),
                        new TaskStateStore.Known(
                                new TaskId(row.getString("task_id")),
                                row.getLong("life"),
                                TaskState.valueOf(row.getString("state")))));
    }

    /** Some errors of a server that goes away look like errors of a row, so it is asked. */
    private void throwIfServerIsAway(RuntimeException failure) {
        if (failure instanceof TransientDataAccessException
                || failure instanceof RecoverableDataAccessException
                || failure instanceof NonTransientDataAccessResourceException) {
            throw failure;
        }
        jdbc.getJdbcOperations().execute("select 1");
    }

    private void insert(List<RunChange> changes) {
        var unused = jdbc.getJdbcOperations().batchUpdate(RUN, changes, changes.size(), this::fill);
        var failed = changes.stream()
                .flatMap(change -> change.failed().stream())
                .map(this::attempt)
                .toArray(SqlParameterSource[]::new);
        if (failed.length > 0) {
            jdbc.batchUpdate(ATTEMPT, failed);
        }
    }

    /** By position, because a map of names for each row would take longer than all else that is done for it here. */
    private void fill(PreparedStatement row, RunChange change) throws SQLException {
        var message = change.message();
        var result = change.end().flatMap(AttemptEnd::result);
        row.setLong(1, change.number());
        row.setString(2, node.engine());
        row.setString(3, change.id().value());
        row.setLong(4, message.life());
        row.setString(5, Ascii.truncate(message.name(), 128, ""));
        row.setString(6, Ascii.truncate(message.queue(), 128, ""));
        row.setString(7, change.state().name());
        row.setLong(8, change.progress());
        row.setInt(9, change.attempts());
        row.setString(10, Ascii.truncate(message.root(), 64, ""));
        row.setString(
                11,
                message.header(TaskHeaders.PARENT)
                        .filter(id -> !id.isBlank())
                        .map(id -> Ascii.truncate(id, 64, ""))
                        .orElse(null));
        row.setString(12, change.worker().orElse(null));
        row.setString(13, Ascii.truncate(payloads.readable(message.name(), message.body()), MOST_OF_PAYLOAD, ""));
        row.setString(14, result.filter(TaskRunRepository::isKept).orElse(null));
        row.setObject(15, result.map(String::length).orElse(null), Types.INTEGER);
        row.setString(16, error(change, result));
        row.setLong(17, change.firstSeen().toEpochMilli());
        row.setObject(18, millis(change.due()), Types.BIGINT);
        row.setObject(19, millis(change.started()), Types.BIGINT);
        row.setObject(20, change.state().isFinal() ? change.changed().toEpochMilli() : null, Types.BIGINT);
        row.setObject(21, runtime(change), Types.BIGINT);
        row.setLong(22, change.changed().toEpochMilli());
    }

    private static @Nullable Long runtime(RunChange change) {
        return change.state() == TaskState.FAILURE
                ? null
                : change.end().map(end -> end.runtime().toMillis()).orElse(null);
    }

    private MapSqlParameterSource attempt(TaskStep step) {
        var end = step.run();
        return new MapSqlParameterSource()
                .addValue("prefix", node.engine())
                .addValue("id", step.message().id().value())
                .addValue("life", step.message().life())
                .addValue("attempt", step.message().attempt())
                .addValue("state", step.state().name())
                .addValue("worker", node.name())
                .addValue("runtime", end.map(run -> run.runtime().toMillis()).orElse(0L))
                .addValue(
                        "error",
                        end.flatMap(AttemptEnd::error)
                                .map(error -> Ascii.truncate(error, MOST_OF_ERROR, ""))
                                .orElse(null),
                        Types.VARCHAR)
                .addValue("next", millis(end.flatMap(AttemptEnd::nextAttempt)), Types.BIGINT)
                .addValue("ended", step.at().toEpochMilli());
    }

    private static @Nullable String error(RunChange change, Optional<String> result) {
        if (result.isPresent() && !isKept(result.get())) {
            return ResultTooLarge.words(result.get().length());
        }
        return change.end()
                .flatMap(AttemptEnd::error)
                .flatMap(error -> error.lines().findFirst())
                .map(line -> Ascii.truncate(line, MOST_OF_FIRST_LINE, ""))
                .orElse(null);
    }

    private static boolean isKept(String result) {
        return result.length() <= ResultTooLarge.MOST;
    }

    private static @Nullable Long millis(Optional<Instant> time) {
        return time.map(Instant::toEpochMilli).orElse(null);
    }

    /** @param name of the task */
    record Named(String name, TaskStateStore.Known known) {}
}
