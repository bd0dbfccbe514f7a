package stampede.task.sending;

import java.time.Instant;
import java.util.Map;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import stampede.task.admin.DeadTask;
import stampede.task.spi.QueueNames;

/** Deletes from the engine's tables some rows that have not changed since a time. Each method answers how many. */
class TaskRetentionRepository {

    private final NamedParameterJdbcTemplate jdbc;
    private final QueueNames names;

    TaskRetentionRepository(NamedParameterJdbcTemplate jdbc, QueueNames names) {
        this.jdbc = jdbc;
        this.names = names;
    }

    int forgetDoneOnce(Instant before, int most) {
        return delete("task_once where prefix = :prefix and done_ms < :before order by done_ms", before, most);
    }

    int forgetSuspects(Instant before, int most) {
        return delete("task_suspect where prefix = :prefix and changed_ms < :before order by changed_ms", before, most);
    }

    int forgetDead(DeadTask.Status status, Instant before, int most) {
        return delete(
                "task_dead where prefix = :prefix and status = '" + status
                        + "' and changed_ms < :before order by changed_ms",
                before,
                most);
    }

    private int delete(String what, Instant before, int most) {
        return jdbc.update(
                "delete from " + what + " limit :most",
                Map.of("prefix", names.prefix(), "before", before.toEpochMilli(), "most", most));
    }
}
