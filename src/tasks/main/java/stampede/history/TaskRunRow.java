package stampede.history;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import stampede.task.TaskId;
import stampede.task.TaskState;

/**
 * A row of {@code task_run}, read.
 *
 * @param life which of the tasks of its id it is
 * @param runtime of the last attempt, if one has ended
 */
record TaskRunRow(TaskRun run, long life, Optional<Duration> runtime) {

    /** Whether an attempt of it has begun. */
    boolean hasRun() {
        return runtime.filter(time -> !time.isZero()).isPresent() || run.state() == TaskState.SUCCESS;
    }

    static TaskRunRow of(ResultSet row) throws SQLException {
        return new TaskRunRow(
                read(row, 0), row.getLong("life"), millis(row, "runtime_ms").map(Duration::ofMillis));
    }

    static TaskRun read(ResultSet row, int number) throws SQLException {
        return new TaskRun(
                row.getLong("number"),
                new TaskId(row.getString("task_id")),
                row.getString("name"),
                row.getString("queue"),
                TaskState.valueOf(row.getString("state")),
                row.getInt("attempts"),
                new TaskId(row.getString("root_id")),
                Optional.ofNullable(row.getString("parent_id")).map(TaskId::new),
                Optional.ofNullable(row.getString("worker")),
                row.getString("payload"),
                Optional.ofNullable(row.getString("result")),
                Optional.ofNullable(row.getString("error")),
                Instant.ofEpochMilli(row.getLong("sent_ms")),
                time(row, "due_ms"),
                time(row, "started_ms"),
                time(row, "ended_ms"));
    }

    static TaskAttempt attempt(ResultSet row, int number) throws SQLException {
        return new TaskAttempt(
                row.getInt("attempt"),
                TaskState.valueOf(row.getString("state")),
                row.getString("worker"),
                Instant.ofEpochMilli(row.getLong("ended_ms")),
                Duration.ofMillis(row.getLong("runtime_ms")),
                Optional.ofNullable(row.getString("error")),
                time(row, "next_ms"));
    }

    private static Optional<Instant> time(ResultSet row, String column) throws SQLException {
        return millis(row, column).map(Instant::ofEpochMilli);
    }

    private static Optional<Long> millis(ResultSet row, String column) throws SQLException {
        var millis = row.getLong(column);
        return row.wasNull() ? Optional.empty() : Optional.of(millis);
    }
}
