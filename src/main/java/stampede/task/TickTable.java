package stampede.task;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.stereotype.Component;

/** The table {@code task_tick}: which ticks were sent. */
@Component
class TickTable {

    private static final Duration KEPT = Duration.ofDays(1);

    private final NamedParameterJdbcTemplate jdbc;
    private final QueueNames names;

    TickTable(NamedParameterJdbcTemplate jdbc, QueueNames names) {
        this.jdbc = jdbc;
        this.names = names;
    }

    /** Claims a tick in the caller's transaction, and forgets those long before it. Answers false if another node has it. */
    boolean claim(Tick tick) {
        try {
            jdbc.update(
                    "insert into task_tick (prefix, schedule, tick_ms) values (:prefix, :schedule, :tick)",
                    keyOf(tick));
        } catch (DuplicateKeyException taken) {
            return false;
        }
        jdbc.update(
                "delete from task_tick where prefix = :prefix and schedule = :schedule and tick_ms < :old",
                keyOf(tick));
        return true;
    }

    Optional<Instant> last(String schedule) {
        var last = jdbc.queryForObject(
                "select max(tick_ms) from task_tick where prefix = :prefix and schedule = :schedule",
                Map.of("prefix", names.prefix(), "schedule", schedule),
                Long.class);
        return Optional.ofNullable(last).map(Instant::ofEpochMilli);
    }

    private Map<String, Object> keyOf(Tick tick) {
        return Map.of(
                "prefix", names.prefix(),
                "schedule", tick.schedule(),
                "tick", tick.due().toEpochMilli(),
                "old", tick.due().minus(KEPT).toEpochMilli());
    }
}
