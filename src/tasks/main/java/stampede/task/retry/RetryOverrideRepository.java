package stampede.task.retry;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import stampede.task.admin.RetryTimes;
import stampede.task.spi.QueueNames;

/** The table {@code task_retry}: when tasks are tried again, where that was set. It has a row for a few tasks. */
class RetryOverrideRepository {

    private static final Logger log = LoggerFactory.getLogger(RetryOverrideRepository.class);

    private final NamedParameterJdbcTemplate jdbc;
    private final QueueNames names;
    private final Clock clock;

    RetryOverrideRepository(NamedParameterJdbcTemplate jdbc, QueueNames names, Clock clock) {
        this.jdbc = jdbc;
        this.names = names;
        this.clock = clock;
    }

    /** By task. A row that somebody has written by hand and that cannot be is left out. */
    Map<String, RetryOverride> all() {
        var all = new HashMap<String, RetryOverride>();
        jdbc.query("""
                select task, delays, jitter, last_tries, last_wait_ms, version, changed_ms
                from task_retry where prefix = :prefix limit 10000
                """, Map.of("prefix", names.prefix()), row -> {
            override(row).ifPresent(override -> all.put(override.task(), override));
        });
        return all;
    }

    /** The same without what only pages show. */
    Map<String, RetryTimes> times() {
        return all().values().stream().collect(Collectors.toUnmodifiableMap(RetryOverride::task, RetryOverride::times));
    }

    /** Answers false if the version is another one by now. */
    boolean put(String task, RetryTimes times, long version) {
        var values = new MapSqlParameterSource()
                .addValue("prefix", names.prefix())
                .addValue("task", task)
                .addValue("delays", text(times.delays()))
                .addValue("jitter", times.jitter())
                .addValue("lastTries", times.lastTries())
                .addValue("lastWait", times.lastTryDelay().toMillis())
                .addValue("version", version)
                .addValue("now", clock.millis());
        return version == 0 ? insert(values) : update(values);
    }

    boolean delete(String task) {
        return jdbc.update(
                        "delete from task_retry where prefix = :prefix and task = :task",
                        Map.of("prefix", names.prefix(), "task", task))
                == 1;
    }

    private boolean insert(MapSqlParameterSource values) {
        try {
            return jdbc.update("""
                            insert into task_retry
                              (prefix, task, delays, jitter, last_tries, last_wait_ms, version, changed_ms)
                            values (:prefix, :task, :delays, :jitter, :lastTries, :lastWait, 1, :now)
                            """, values) == 1;
        } catch (DuplicateKeyException setMeanwhile) {
            return false;
        }
    }

    private boolean update(MapSqlParameterSource values) {
        return jdbc.update("""
                        update task_retry
                        set delays = :delays, jitter = :jitter, last_tries = :lastTries, last_wait_ms = :lastWait,
                            version = version + 1, changed_ms = :now
                        where prefix = :prefix and task = :task and version = :version
                        """, values) == 1;
    }

    private static Optional<RetryOverride> override(ResultSet row) throws SQLException {
        try {
            return Optional.of(new RetryOverride(
                    row.getString("task"),
                    new RetryTimes(
                            delays(row.getString("delays")),
                            row.getDouble("jitter"),
                            row.getInt("last_tries"),
                            Duration.ofMillis(row.getLong("last_wait_ms"))),
                    row.getLong("version"),
                    Instant.ofEpochMilli(row.getLong("changed_ms"))));
        } catch (IllegalArgumentException strange) {
            log.debug("A row of task_retry does not count", strange);
            return Optional.empty();
        }
    }

    private static String text(List<Duration> delays) {
        return delays.stream().map(delay -> Long.toString(delay.toMillis())).collect(Collectors.joining(","));
    }

    private static List<Duration> delays(String text) {
        return text.isEmpty()
                ? List.of()
                : Stream.of(text.split(",", -1))
                        .map(millis -> Duration.ofMillis(Long.parseLong(millis)))
                        .toList();
    }

    /** A row. */
    record RetryOverride(String task, RetryTimes times, long version, Instant changedAt) {}
}
