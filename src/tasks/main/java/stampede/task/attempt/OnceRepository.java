package stampede.task.attempt;

import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.support.DataAccessUtils;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.TaskContext;
import stampede.task.handler.Once;
import stampede.task.spi.QueueNames;
import tools.jackson.databind.json.JsonMapper;

/**
 * Keeps in the database what was done once: the task's id is written to the table {@code task_once} in the transaction in which it runs,
 * so a task that is delivered again finds that it is done, and what it returned. Two deliveries at the same moment wait for
 * each other at the key.
 */
class OnceRepository implements Once {

    private final NamedParameterJdbcTemplate jdbc;
    private final TransactionTemplate transaction;
    private final JsonMapper json;
    private final QueueNames names;
    private final Clock clock;

    OnceRepository(
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

    /** Runs it in a transaction, unless a run for this id has committed; what that returned comes back as JSON nodes. */
    @Override
    public Optional<Object> run(TaskContext task, Callable<Optional<Object>> run) throws Exception {
        try {
            return Objects.requireNonNull(
                    transaction.execute(status -> claims(task) ? keep(task, call(run)) : earlier(task)));
        } catch (Thrown thrown) {
            throw thrown.failure;
        }
    }

    private boolean claims(TaskContext task) {
        try {
            jdbc.update(
                    "insert into task_once (prefix, task_id, name, done_ms) values (:prefix, :id, :name, :now)",
                    keyOf(task).addValue("now", clock.millis()));
            return true;
        } catch (DuplicateKeyException done) {
            return false;
        }
    }

    private Optional<Object> keep(TaskContext task, Optional<Object> returned) {
        returned.ifPresent(result -> jdbc.update(
                "update task_once set result = :result where prefix = :prefix and task_id = :id and name = :name",
                keyOf(task).addValue("result", json.writeValueAsString(result))));
        return returned;
    }

    private Optional<Object> earlier(TaskContext task) {
        return DataAccessUtils.optionalResult(
                jdbc.<Object>query("""
                select result from task_once
                 where prefix = :prefix and task_id = :id and name = :name and result is not null
                """, keyOf(task), (row, number) -> json.readTree(row.getString("result"))));
    }

    private MapSqlParameterSource keyOf(TaskContext task) {
        return new MapSqlParameterSource()
                .addValue("prefix", names.prefix())
                .addValue("id", task.id().value())
                .addValue("name", task.name());
    }

    private static Optional<Object> call(Callable<Optional<Object>> run) {
        try {
            return run.call();
        } catch (Exception failure) {
            throw new Thrown(failure);
        }
    }

    /** Carries what a handler threw through the transaction, which rolls back. */
    private static final class Thrown extends RuntimeException {

        private final Exception failure;

        Thrown(Exception failure) {
            super(failure);
            this.failure = failure;
        }
    }
}
