package stampede.task;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.stereotype.Component;
import stampede.support.Loop;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/** Deletes what the engine's tables need no more, a thousand rows at a time; any number of nodes may do so. */
@Component
@OnRole(NodeRole.WORKER)
class TaskRetention extends Loop {

    private static final int AT_A_TIME = 1000;

    private final NamedParameterJdbcTemplate jdbc;
    private final TaskRetentionProperties properties;
    private final QueueNames names;
    private final Clock clock;

    TaskRetention(NamedParameterJdbcTemplate jdbc, TaskRetentionProperties properties, QueueNames names, Clock clock) {
        super("task-retention", Duration.ofMinutes(1));
        this.jdbc = jdbc;
        this.properties = properties;
        this.names = names;
        this.clock = clock;
    }

    @Override
    protected void turn() {
        delete("task_once where prefix = :prefix and done_ms < :before order by done_ms", properties.once());
        for (var status : new DeadTask.Status[] {DeadTask.Status.REPLAYED, DeadTask.Status.DISCARDED}) {
            delete(
                    "task_dead where prefix = :prefix and status = '" + status
                            + "' and changed_ms < :before order by changed_ms",
                    properties.decided());
        }
    }

    private void delete(String what, Duration keep) {
        var values = Map.of(
                "prefix", names.prefix(),
                "before", clock.instant().minus(keep).toEpochMilli(),
                "most", AT_A_TIME);
        int deleted;
        do {
            deleted = jdbc.update("delete from " + what + " limit :most", values);
        } while (deleted == AT_A_TIME && !Thread.currentThread().isInterrupted());
    }
}
