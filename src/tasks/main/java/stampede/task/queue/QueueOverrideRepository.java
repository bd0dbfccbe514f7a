package stampede.task.queue;

import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import stampede.task.spi.QueueNames;

/** The table {@code task_queue}: how much of each queue the workers shall take, where somebody asked for something. */
public class QueueOverrideRepository {

    private final NamedParameterJdbcTemplate jdbc;
    private final QueueNames names;
    private final Clock clock;

    QueueOverrideRepository(NamedParameterJdbcTemplate jdbc, QueueNames names, Clock clock) {
        this.jdbc = jdbc;
        this.names = names;
        this.clock = clock;
    }

    void pause(String queue, boolean paused) {
        jdbc.update("""
                insert into task_queue (prefix, queue, paused, changed_ms) values (:prefix, :queue, :paused, :now)
                on duplicate key update paused = :paused, changed_ms = :now
                """, of(queue).addValue("paused", paused));
    }

    void scale(String queue, Optional<Integer> concurrency, Optional<Integer> prefetch) {
        jdbc.update(
                """
                insert into task_queue (prefix, queue, paused, concurrency, prefetch, changed_ms)
                values (:prefix, :queue, false, :concurrency, :prefetch, :now)
                on duplicate key update concurrency = :concurrency, prefetch = :prefetch, changed_ms = :now
                """,
                of(queue)
                        .addValue("concurrency", concurrency.orElse(null))
                        .addValue("prefetch", prefetch.orElse(null)));
    }

    /** By queue, without the prefix; those of which nobody asked anything are missing. */
    public Map<String, QueueOverride> all() {
        var overrides = new HashMap<String, QueueOverride>();
        jdbc.query(
                "select queue, paused, concurrency, prefetch from task_queue where prefix = :prefix",
                Map.of("prefix", names.prefix()),
                row -> {
                    overrides.put(
                            row.getString("queue"),
                            new QueueOverride(
                                    row.getBoolean("paused"),
                                    Optional.ofNullable((Integer) row.getObject("concurrency")),
                                    Optional.ofNullable((Integer) row.getObject("prefetch"))));
                });
        return overrides;
    }

    private MapSqlParameterSource of(String queue) {
        return new MapSqlParameterSource()
                .addValue("prefix", names.prefix())
                .addValue("queue", queue)
                .addValue("now", clock.millis());
    }

    /** What was asked of a queue; what is empty is as the settings say. */
    public record QueueOverride(boolean paused, Optional<Integer> concurrency, Optional<Integer> prefetch) {

        public static final QueueOverride NONE = new QueueOverride(false, Optional.empty(), Optional.empty());
    }
}
