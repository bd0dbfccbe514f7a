package stampede.task.poison;

import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import stampede.task.TaskId;
import stampede.task.attempt.ReceivedTask;
import stampede.task.message.Envelope;
import stampede.task.spi.QueueNames;
import stampede.task.spi.ThisNode;

/** The table {@code task_suspect}: tasks that run alone because a process may have died of them, and attempts that ended unsettled. */
class SuspectRepository {

    private final NamedParameterJdbcTemplate jdbc;
    private final QueueNames names;
    private final ThisNode self;
    private final Clock clock;

    SuspectRepository(NamedParameterJdbcTemplate jdbc, QueueNames names, ThisNode self, Clock clock) {
        this.jdbc = jdbc;
        this.names = names;
        this.self = self;
        this.clock = clock;
    }

    /** What is on record of these tasks, which all have one name. */
    Map<TaskId, Row> find(List<ReceivedTask> suspects) {
        var rows = new HashMap<TaskId, Row>();
        jdbc.query("""
                select task_id, runs, node, attempt, ended_ms from task_suspect
                 where prefix = :prefix and task_id in (:ids) and name = :name
                """, keyOf(suspects), row -> {
            rows.put(
                    new TaskId(row.getString("task_id")),
                    new Row(
                            row.getInt("runs"),
                            row.getString("node"),
                            row.getString("attempt"),
                            row.getObject("ended_ms") != null));
        });
        return rows;
    }

    /** These begin to run on this node. */
    int[] enter(List<ReceivedTask> suspects) {
        return jdbc.batchUpdate(
                """
                insert into task_suspect (prefix, task_id, name, runs, changed_ms, node) values (:prefix, :id, :name, 1, :now, :node)
                on duplicate key update runs = runs + 1, changed_ms = :now, node = :node, attempt = null, ended_ms = null
                """,
                suspects.stream()
                        .map(suspect -> new MapSqlParameterSource(keyOf(suspects))
                                .addValue("id", suspect.id().value())
                                .addValue("node", self.name())
                                .addValue("now", clock.millis()))
                        .toArray(MapSqlParameterSource[]::new));
    }

    int remove(List<ReceivedTask> suspects) {
        return jdbc.update(
                "delete from task_suspect where prefix = :prefix and task_id in (:ids) and name = :name",
                keyOf(suspects));
    }

    /** These attempts have ended, those left out that nobody numbered or named. */
    void addEnded(Collection<Envelope> attempts) {
        jdbc.batchUpdate(
                """
                insert into task_suspect (prefix, task_id, name, runs, changed_ms, attempt, ended_ms)
                values (:prefix, :id, :name, 0, :now, :attempt, :now)
                on duplicate key update runs = 0, changed_ms = :now, attempt = :attempt, ended_ms = :now
                """,
                attempts.stream()
                        .filter(envelope ->
                                envelope.id().isPresent() && envelope.task().isPresent())
                        .map(envelope -> new MapSqlParameterSource("prefix", names.prefix())
                                .addValue("id", envelope.id().get().value())
                                .addValue("name", envelope.task().get())
                                .addValue("attempt", attempt(envelope))
                                .addValue("now", clock.millis()))
                        .toArray(MapSqlParameterSource[]::new));
    }

    private Map<String, Object> keyOf(List<ReceivedTask> suspects) {
        return Map.of(
                "prefix",
                names.prefix(),
                "ids",
                suspects.stream().map(suspect -> suspect.id().value()).toList(),
                "name",
                suspects.get(0).task().name());
    }

    private static String attempt(Envelope envelope) {
        return envelope.life() + "/" + envelope.replays() + "/" + envelope.retries();
    }

    /**
     * @param node where it last began
     * @param attempt the one that ended
     */
    record Row(int runs, @Nullable String node, @Nullable String attempt, boolean ended) {

        boolean hasEnded(ReceivedTask receivedTask) {
            return ended && SuspectRepository.attempt(receivedTask.envelope()).equals(attempt);
        }

        Optional<String> runsOn() {
            return ended ? Optional.empty() : Optional.ofNullable(node);
        }
    }
}
