package stampede.history;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import stampede.support.JobScheduler;
import stampede.support.NodeRole;
import stampede.support.OnRole;
import stampede.task.spi.ThisNode;

/**
 * Deletes what the history need not know any more, a little at a time. Any number of workers may do so. A task that waits for a far day
 * is kept until that has passed; so that such tasks are not looked at each time, a turn goes on where the one before it ended, and
 * begins anew only once in an hour of turns.
 */
@OnRole(NodeRole.WORKER)
class HistoryRetention {

    private static final Logger log = LoggerFactory.getLogger(HistoryRetention.class);
    private static final int MOST_AT_A_TIME = 1_000;
    private static final int TURNS_TO_BEGIN_ANEW = 60;
    private static final long BETWEEN_MILLIS = 20;

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
    private final HistoryProperties properties;
    private final ThisNode node;
    private final Clock clock;
    private int turn;
    private long from;

    HistoryRetention(NamedParameterJdbcTemplate jdbc, HistoryProperties properties, ThisNode node, Clock clock) {
        this.jdbc = jdbc;
        this.properties = properties;
        this.node = node;
        this.clock = clock;
    }

    @Scheduled(fixedDelayString = "${stampede.history.tidy-every:60s}", scheduler = JobScheduler.ENGINE)
    void turn() throws InterruptedException {
        if (turn++ % TURNS_TO_BEGIN_ANEW == 0) {
            from = 0;
        }
        try {
            deleteRuns();
            deleteAttempts();
        } catch (ConcurrencyFailureException otherNode) {
            log.debug("Another node deletes the same", otherNode);
        }
    }

    /** Page by page over all that is old enough. */
    private void deleteRuns() throws InterruptedException {
        var before = clock.instant().minus(properties.keep());
        var to = RunChange.numberAt(before);
        List<Long> page;
        do {
            page = jdbc.query(PAGE, range(to), (row, number) -> row.getLong("number"));
            if (!page.isEmpty()) {
                var last = page.get(page.size() - 1);
                jdbc.update(RUNS, range(last).addValue("before", before.toEpochMilli()));
                from = last + 1;
                Thread.sleep(BETWEEN_MILLIS);
            }
        } while (page.size() == MOST_AT_A_TIME);
    }

    private MapSqlParameterSource range(long to) {
        return new MapSqlParameterSource("prefix", node.engine())
                .addValue("from", from)
                .addValue("to", to)
                .addValue("most", MOST_AT_A_TIME);
    }

    private void deleteAttempts() throws InterruptedException {
        var before = clock.instant().minus(properties.keep()).toEpochMilli();
        while (jdbc.update(ATTEMPTS, Map.of("prefix", node.engine(), "before", before, "most", MOST_AT_A_TIME))
                == MOST_AT_A_TIME) {
            Thread.sleep(BETWEEN_MILLIS);
        }
    }
}
