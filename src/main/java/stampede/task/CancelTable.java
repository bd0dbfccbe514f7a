package stampede.task;

import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.stereotype.Component;

/** The table {@code task_cancel}: tasks that were called off, in the caller's transaction if there is one. */
@Component
class CancelTable {

    private final NamedParameterJdbcTemplate jdbc;
    private final QueueNames names;
    private final Clock clock;

    CancelTable(NamedParameterJdbcTemplate jdbc, QueueNames names, Clock clock) {
        this.jdbc = jdbc;
        this.names = names;
        this.clock = clock;
    }

    /** Answers false if that was asked before. */
    boolean ask(TaskId id) {
        try {
            return jdbc.update(
                            "insert into task_cancel (prefix, task_id, asked_ms) values (:prefix, :id, :now)",
                            Map.of("prefix", names.prefix(), "id", id.value(), "now", clock.millis()))
                    == 1;
        } catch (DuplicateKeyException askedBefore) {
            return false;
        }
    }

    boolean isAsked(TaskId id) {
        return !jdbc.queryForList(
                        "select 1 from task_cancel where prefix = :prefix and task_id = :id",
                        Map.of("prefix", names.prefix(), "id", id.value()),
                        Integer.class)
                .isEmpty();
    }

    List<String> askedSince(Instant since) {
        return jdbc.query(
                "select task_id from task_cancel where prefix = :prefix and asked_ms >= :since",
                Map.of("prefix", names.prefix(), "since", since.toEpochMilli()),
                (row, number) -> row.getString("task_id"));
    }

    /** They shall run all the same, because somebody has them done over. */
    void forget(Collection<TaskId> ids) {
        jdbc.update(
                "delete from task_cancel where prefix = :prefix and task_id in (:ids)",
                Map.of(
                        "prefix", names.prefix(),
                        "ids", ids.stream().map(TaskId::value).toList()));
    }

    /** They have ended. The rows stay for a while, because the broker may hand out again what was not acknowledged. */
    void ended(Collection<String> ids) {
        jdbc.update(
                "update task_cancel set ended_ms = :now where prefix = :prefix and task_id in (:ids) and ended_ms is null",
                Map.of("prefix", names.prefix(), "ids", ids, "now", clock.millis()));
    }

    /** Deletes some of the rows of tasks that ended before the one instant, or that were called off before the other. */
    int forget(Instant ended, Instant asked, int most) {
        return jdbc.update(
                """
                delete from task_cancel where prefix = :prefix and (ended_ms < :ended or asked_ms < :asked) limit :most
                """,
                Map.of(
                        "prefix", names.prefix(),
                        "ended", ended.toEpochMilli(),
                        "asked", asked.toEpochMilli(),
                        "most", most));
    }
}
