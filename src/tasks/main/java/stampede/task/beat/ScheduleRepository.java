package stampede.task.beat;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import stampede.task.Tick;
import stampede.task.spi.QueueNames;

/** The table {@code task_schedule}: how far each schedule has come. Its row is what beat nodes compete for. */
class ScheduleRepository {

    private final NamedParameterJdbcTemplate jdbc;
    private final QueueNames names;

    ScheduleRepository(NamedParameterJdbcTemplate jdbc, QueueNames names) {
        this.jdbc = jdbc;
        this.names = names;
    }

    /**
     * The last tick of the schedule. At first that is when a node first saw it, so that ticks from then on are missed if
     * nobody is there for them.
     */
    Instant begin(String schedule, Instant now) {
        try {
            jdbc.update(
                    "insert into task_schedule (prefix, schedule, since_ms) values (:prefix, :schedule, :now)",
                    Map.of("prefix", names.prefix(), "schedule", schedule, "now", now.toEpochMilli()));
            return now;
        } catch (DuplicateKeyException known) {
            return last(schedule, "").orElse(now);
        }
    }

    /** The same, and until the caller's transaction ends no other node gets it. Empty if another node has it. */
    Optional<Instant> take(String schedule) {
        return last(schedule, "for update skip locked");
    }

    private Optional<Instant> last(String schedule, String lock) {
        return jdbc
                .queryForList("""
                        select coalesce(last_ms, since_ms) from task_schedule
                         where prefix = :prefix and schedule = :schedule\s""" + lock, Map.of("prefix", names.prefix(), "schedule", schedule), Long.class)
                .stream()
                .map(Instant::ofEpochMilli)
                .findFirst();
    }

    /** Writes down that the schedule has come so far. */
    void advance(Tick tick) {
        jdbc.update(
                "update task_schedule set last_ms = :tick where prefix = :prefix and schedule = :schedule",
                Map.of(
                        "prefix", names.prefix(),
                        "schedule", tick.schedule(),
                        "tick", tick.due().toEpochMilli()));
    }

    /** The last tick of each schedule that has ticked. */
    Map<String, Instant> lastTicks() {
        var ticks = new HashMap<String, Instant>();
        jdbc.query(
                "select schedule, last_ms from task_schedule where prefix = :prefix and last_ms is not null",
                Map.of("prefix", names.prefix()),
                row -> {
                    ticks.put(row.getString("schedule"), Instant.ofEpochMilli(row.getLong("last_ms")));
                });
        return ticks;
    }
}
