package stampede.history;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.spi.ThisNode;
import tools.jackson.databind.json.JsonMapper;

/** States and results from the history. Waiting looks often at first, then once a second, and at once if the task ends here. */
class TaskResultsRepository implements TaskResults {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private final NamedParameterJdbcTemplate jdbc;
    private final JsonMapper json;
    private final ResultWaiters waiters;
    private final ThisNode node;

    TaskResultsRepository(NamedParameterJdbcTemplate jdbc, JsonMapper json, ResultWaiters waiters, ThisNode node) {
        this.jdbc = jdbc;
        this.json = json;
        this.waiters = waiters;
        this.node = node;
    }

    @Override
    public TaskState state(TaskId id) {
        return stored(id).state();
    }

    @Override
    public <T> Optional<T> result(TaskId id, Class<T> type) {
        return stored(id).result(id, type, json);
    }

    @Override
    public <T> Optional<T> await(TaskId id, Class<T> type, Duration most) {
        try (var listening = waiters.listen(id)) {
            var deadline = System.nanoTime() + most.toNanos();
            var stored = stored(id);
            for (var pause = FIRST_PAUSE; !stored.state().isFinal(); pause = longer(pause)) {
                var left = Duration.ofNanos(deadline - System.nanoTime());
                if (left.isNegative() || left.isZero()) {
                    throw new TaskNotDone(id, stored.state(), "it has not ended within " + most);
                }
                listening.await(left.compareTo(pause) < 0 ? left : pause);
                stored = stored(id);
            }
            return stored.resultOrThrow(id, type, json);
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new TaskNotDone(id, state(id), "whoever waited for it was interrupted");
        }
    }

    private static Duration longer(Duration pause) {
        var longer = pause.multipliedBy(3).dividedBy(2);
        return longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE;
    }

    private StoredResult stored(TaskId id) {
        return jdbc.query("""
                        select state, result, result_size, error from task_run
                         where prefix = :prefix and task_id = :id order by life desc limit 1
                        """, Map.of("prefix", node.engine(), "id", id.value()), StoredResult::of).stream()
                .findFirst()
                .orElse(StoredResult.UNKNOWN);
    }

    /** Where a task stands, and what it left. */
    private record StoredResult(TaskState state, Optional<String> result, int size, Optional<String> error) {

        static final StoredResult UNKNOWN = new StoredResult(TaskState.PENDING, Optional.empty(), 0, Optional.empty());

        static StoredResult of(ResultSet row, int number) throws SQLException {
            return new StoredResult(
                    TaskState.valueOf(row.getString("state")),
                    Optional.ofNullable(row.getString("result")),
                    row.getInt("result_size"),
                    Optional.ofNullable(row.getString("error")));
        }

        <T> Optional<T> result(TaskId id, Class<T> type, JsonMapper json) {
            if (result.isEmpty() && size > 0) {
                throw new ResultTooLarge(id, size);
            }
            return result.map(text -> json.readValue(text, type));
        }

        <T> Optional<T> resultOrThrow(TaskId id, Class<T> type, JsonMapper json) {
            if (state != TaskState.SUCCESS) {
                throw new TaskNotDone(id, state, error.orElse("it never ran"));
            }
            return result(id, type, json);
        }
    }
}
