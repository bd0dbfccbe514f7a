package stampede.task;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Finds the message that kills its process. Whatever the broker hands out again is suspect: it runs alone on this node,
 * with a row in {@code task_suspect} that stays only if the process dies meanwhile. So neighbours that merely were in
 * hand at the time are cleared by running once, and the culprit is set aside after three runs.
 */
@Component
class Suspects {

    /** The run that first made it suspect left no row, so with two more it has had three. */
    private static final int MOST_RUNS_ON_RECORD = 2;

    private final NamedParameterJdbcTemplate jdbc;
    private final QueueNames names;
    private final Outage outage;
    private final Clock clock;
    private final Lock alone = new ReentrantLock();

    Suspects(NamedParameterJdbcTemplate jdbc, QueueNames names, Outage outage, Clock clock) {
        this.jdbc = jdbc;
        this.names = names;
        this.outage = outage;
        this.clock = clock;
    }

    /** @throws Outage.HandBack if the node stops before it is this one's turn */
    Ending run(Arrival suspect, Runner runner) {
        alone.lock();
        try {
            if (outage.isStopping()) {
                throw new Outage.HandBack();
            }
            return onRecord(suspect, runner);
        } finally {
            alone.unlock();
        }
    }

    private Ending onRecord(Arrival suspect, Runner runner) {
        try {
            if (outage.sitOut(() -> runsOnRecord(suspect)) >= MOST_RUNS_ON_RECORD) {
                clear(suspect);
                return new Ending.Hopeless(
                        "Set aside: each time it ran, three times now, its process died", Optional.empty());
            }
            outage.sitOut(() -> enter(suspect));
            try {
                return runner.run(List.of(suspect)).get(0);
            } finally {
                clear(suspect);
            }
        } catch (Outage.HandBack stopping) {
            throw stopping;
        } catch (Exception failure) {
            return Ending.of(failure, suspect.task().retries());
        }
    }

    private int runsOnRecord(Arrival suspect) {
        return jdbc
                .queryForList(
                        "select runs from task_suspect where prefix = :prefix and task_id = :id and name = :name",
                        keyOf(suspect),
                        Integer.class)
                .stream()
                .findFirst()
                .orElse(0);
    }

    private int enter(Arrival suspect) {
        return jdbc.update("""
                insert into task_suspect (prefix, task_id, name, runs, changed_ms) values (:prefix, :id, :name, 1, :now)
                on duplicate key update runs = runs + 1, changed_ms = :now
                """, keyOf(suspect));
    }

    private void clear(Arrival suspect) throws Exception {
        outage.sitOut(() -> jdbc.update(
                "delete from task_suspect where prefix = :prefix and task_id = :id and name = :name", keyOf(suspect)));
    }

    private Map<String, Object> keyOf(Arrival suspect) {
        return Map.of(
                "prefix", names.prefix(),
                "id", suspect.id().value(),
                "name", suspect.task().name(),
                "now", clock.millis());
    }
}
