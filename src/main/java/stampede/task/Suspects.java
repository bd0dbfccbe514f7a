package stampede.task;

import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
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

    /**
     * Runs the tasks of one message that came again. Neighbours from the same message run together the first time; once they are on
     * record, each runs alone, so that only the culprit gets there thrice.
     *
     * @throws Outage.HandBack if the node stops before it is their turn
     */
    List<Ending> run(List<Arrival> suspects, Runner runner) {
        alone.lock();
        try {
            if (outage.isStopping()) {
                throw new Outage.HandBack();
            }
            var runs = outage.sitOut(() -> runsOnRecord(suspects));
            return runs.isEmpty()
                    ? onRecord(suspects, runner)
                    : suspects.stream()
                            .map(suspect -> onRecord(suspect, runs.getOrDefault(suspect.id(), 0), runner))
                            .toList();
        } catch (Outage.HandBack stopping) {
            throw stopping;
        } catch (Exception failure) {
            return suspects.stream()
                    .map(suspect -> Ending.of(failure, suspect.task().retries()))
                    .toList();
        } finally {
            alone.unlock();
        }
    }

    private Ending onRecord(Arrival suspect, int runs, Runner runner) {
        try {
            if (runs >= MOST_RUNS_ON_RECORD) {
                clear(List.of(suspect));
                return new Ending.Hopeless(
                        "Set aside: each time it ran, three times now, its process died", Optional.empty());
            }
            return onRecord(List.of(suspect), runner).get(0);
        } catch (Outage.HandBack stopping) {
            throw stopping;
        } catch (Exception failure) {
            return Ending.of(failure, suspect.task().retries());
        }
    }

    private List<Ending> onRecord(List<Arrival> suspects, Runner runner) throws Exception {
        var unused = outage.sitOut(() -> enter(suspects));
        try {
            return runner.run(suspects);
        } finally {
            clear(suspects);
        }
    }

    private Map<TaskId, Integer> runsOnRecord(List<Arrival> suspects) {
        var runs = new HashMap<TaskId, Integer>();
        jdbc.query(
                "select task_id, runs from task_suspect where prefix = :prefix and task_id in (:ids) and name = :name",
                keyOf(suspects),
                row -> {
                    runs.put(new TaskId(row.getString("task_id")), row.getInt("runs"));
                });
        return runs;
    }

    private int[] enter(List<Arrival> suspects) {
        return jdbc.batchUpdate(
                """
                insert into task_suspect (prefix, task_id, name, runs, changed_ms) values (:prefix, :id, :name, 1, :now)
                on duplicate key update runs = runs + 1, changed_ms = :now
                """,
                suspects.stream()
                        .map(suspect -> new MapSqlParameterSource(keyOf(suspects))
                                .addValue("id", suspect.id().value())
                                .addValue("now", clock.millis()))
                        .toArray(MapSqlParameterSource[]::new));
    }

    private void clear(List<Arrival> suspects) throws Exception {
        var unused = outage.sitOut(() -> jdbc.update(
                "delete from task_suspect where prefix = :prefix and task_id in (:ids) and name = :name",
                keyOf(suspects)));
    }

    private Map<String, Object> keyOf(List<Arrival> suspects) {
        return Map.of(
                "prefix",
                names.prefix(),
                "ids",
                suspects.stream().map(suspect -> suspect.id().value()).toList(),
                "name",
                suspects.get(0).task().name());
    }
}
