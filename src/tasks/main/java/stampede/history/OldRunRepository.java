package stampede.history;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import stampede.task.spi.ThisNode;

/** Deletes from {@code task_run} and {@code task_attempt} what is old. */
class OldRunRepository {

    private static final String PAGE = """
            select number from task_run force index (task_run_number)
             where prefix = :prefix and number >= :from and number < :to order by number limit :most
            """;

    private static final String RUNS = """
            delete from task_run
             where prefix = :prefix and number >= :from and number <= :to and changed_ms < :before
               and coalesce(due_ms, 0) < :before
            """;

    private static final String ATTEMPTS =
            "delete from task_attempt where prefix = :prefix and ended_ms < :before order by ended_ms limit :most";

    private final NamedParameterJdbcTemplate jdbc;
    private final String prefix;

    OldRunRepository(NamedParameterJdbcTemplate jdbc, ThisNode node) {
        this.jdbc = jdbc;
        this.prefix = node.engine();
    }

    /** The lowest numbers there are, {@code to} left out. */
    List<Long> page(long from, long to, int most) {
        return jdbc.query(PAGE, range(from, to).addValue("most", most), (row, number) -> row.getLong("number"));
    }

    /** Deletes what changed before this, from one number to the other, but for what waits for a later day. */
    void deleteRuns(long from, long last, Instant before) {
        jdbc.update(RUNS, range(from, last).addValue("before", before.toEpochMilli()));
    }

    int deleteAttempts(Instant before, int most) {
        return jdbc.update(ATTEMPTS, Map.of("prefix", prefix, "before", before.toEpochMilli(), "most", most));
    }

    private MapSqlParameterSource range(long from, long to) {
        return new MapSqlParameterSource("prefix", prefix)
                .addValue("from", from)
                .addValue("to", to);
    }
}
