package stampede.history;

import java.time.Clock;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.stereotype.Component;
import stampede.support.Loop;
import stampede.support.NodeRole;
import stampede.support.OnRole;
import stampede.task.ThisNode;

/** Deletes what the history need not know any more, a little at a time. Any number of workers may do so. */
@Component
@OnRole(NodeRole.WORKER)
class HistoryRetention extends Loop {

    private static final Logger log = LoggerFactory.getLogger(HistoryRetention.class);
    private static final int MOST_AT_A_TIME = 1_000;
    private static final long BETWEEN_MILLIS = 20;

    /** A task that waits for a far day is kept until that has passed. */
    private static final String RUNS = """
            delete from task_run
             where prefix = :prefix and number < :number and changed_ms < :before and coalesce(due_ms, 0) < :before
             order by number limit :most
            """;

    private static final String ATTEMPTS =
            "delete from task_attempt where prefix = :prefix and ended_ms < :before order by ended_ms limit :most";

    private final NamedParameterJdbcTemplate jdbc;
    private final HistoryProperties properties;
    private final ThisNode node;
    private final Clock clock;

    HistoryRetention(NamedParameterJdbcTemplate jdbc, HistoryProperties properties, ThisNode node, Clock clock) {
        super("task-history-retention", properties.tidyEvery());
        this.jdbc = jdbc;
        this.properties = properties;
        this.node = node;
        this.clock = clock;
    }

    @Override
    protected void turn() throws InterruptedException {
        try {
            deleteAll(RUNS);
            deleteAll(ATTEMPTS);
        } catch (ConcurrencyFailureException otherNode) {
            log.debug("Another node deletes the same", otherNode);
        }
    }

    private void deleteAll(String statement) throws InterruptedException {
        while (delete(statement) == MOST_AT_A_TIME) {
            Thread.sleep(BETWEEN_MILLIS);
        }
    }

    private int delete(String statement) {
        var before = clock.instant().minus(properties.keep());
        return jdbc.update(
                statement,
                Map.of(
                        "prefix", node.engine(),
                        "number", RunChange.numberAt(before),
                        "before", before.toEpochMilli(),
                        "most", MOST_AT_A_TIME));
    }
}
