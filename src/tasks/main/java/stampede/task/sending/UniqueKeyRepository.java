package stampede.task.sending;

import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.core.annotation.Order;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;
import stampede.task.SendOption;
import stampede.task.TaskId;
import stampede.task.admin.HeldUniqueKey;
import stampede.task.admin.UniqueKeys;
import stampede.task.spi.QueueNames;
import stampede.task.spi.TaskConclusion;
import stampede.task.spi.TaskHeaders;
import stampede.task.spi.TaskStep;

/** The table {@code task_unique}: which task has which key. The primary key decides who comes first. */
@Order(1)
public class UniqueKeyRepository implements TaskConclusion, UniqueKeys {

    /** Assignments are made in this order, so the time comes last. Takes the row's lock, whoever has the key. */
    private static final String CLAIM = """
            insert into task_unique (prefix, unique_key, task_id, claim, until_ms) values (:prefix, :key, :id, :claim, :until)
            on duplicate key update
              task_id = if(until_ms <= :now, values(task_id), task_id),
              claim = if(until_ms <= :now, values(claim), claim),
              until_ms = if(until_ms <= :now, values(until_ms), until_ms)
            """;

    private final NamedParameterJdbcTemplate jdbc;
    private final QueueNames names;
    private final Clock clock;

    UniqueKeyRepository(NamedParameterJdbcTemplate jdbc, QueueNames names, Clock clock) {
        this.jdbc = jdbc;
        this.names = names;
        this.clock = clock;
    }

    /** Takes the key for the task, in the caller's transaction. Answers who has it already, if somebody does. */
    public Optional<TaskId> claim(SendOption.Unique unique, TaskId id) {
        var now = clock.instant();
        var claim = ThreadLocalRandom.current().nextLong();
        jdbc.update(
                CLAIM,
                key(unique.key(), id)
                        .addValue("claim", claim)
                        .addValue("now", now.toEpochMilli())
                        .addValue("until", now.plus(unique.atMost()).toEpochMilli()));
        return jdbc
                .query(
                        "select task_id, claim from task_unique where prefix = :prefix and unique_key = :key for update",
                        key(unique.key(), id),
                        (row, number) -> new Holder(new TaskId(row.getString("task_id")), row.getLong("claim")))
                .stream()
                .filter(holder -> holder.claim() != claim)
                .map(Holder::id)
                .findFirst();
    }

    /** The tasks were called off, so others may be sent in their place. */
    void free(Collection<TaskId> ids) {
        jdbc.update(
                "delete from task_unique where prefix = :prefix and task_id in (:ids)",
                Map.of(
                        "prefix", names.prefix(),
                        "ids", ids.stream().map(TaskId::value).toList()));
    }

    /** Frees the keys of tasks that have ended, unless others have taken them over. */
    @Override
    public void conclude(List<TaskStep> ends) {
        var keys = ends.stream()
                .filter(end -> end.state().isFinal())
                .flatMap(end -> end.message().header(TaskHeaders.UNIQUE).stream()
                        .map(key -> key(key, end.message().id())))
                .toArray(SqlParameterSource[]::new);
        if (keys.length > 0) {
            jdbc.batchUpdate(
                    "delete from task_unique where prefix = :prefix and unique_key = :key and task_id = :id", keys);
        }
    }

    @Override
    public boolean needsTransaction(TaskStep end) {
        return end.state().isFinal() && end.message().header(TaskHeaders.UNIQUE).isPresent();
    }

    @Override
    public List<HeldUniqueKey> held(String begins, String after, int most) {
        return jdbc.query(
                """
                select unique_key, task_id, until_ms from task_unique
                 where prefix = :prefix and unique_key > :after and unique_key like :begins escape '|' and until_ms > :now
                 order by unique_key limit :most
                """,
                Map.of(
                        "prefix",
                        names.prefix(),
                        "after",
                        after,
                        "begins",
                        begins.replaceAll("[|%_]", "|$0") + "%",
                        "now",
                        clock.millis(),
                        "most",
                        most),
                (row, number) -> new HeldUniqueKey(
                        row.getString("unique_key"),
                        new TaskId(row.getString("task_id")),
                        Instant.ofEpochMilli(row.getLong("until_ms"))));
    }

    /** Deletes some of the rows whose time is over. */
    int forget(Instant now, int most) {
        return jdbc.update(
                "delete from task_unique where prefix = :prefix and until_ms <= :now limit :most",
                Map.of("prefix", names.prefix(), "now", now.toEpochMilli(), "most", most));
    }

    private MapSqlParameterSource key(String key, TaskId id) {
        return new MapSqlParameterSource("prefix", names.prefix())
                .addValue("key", key)
                .addValue("id", id.value());
    }

    private record Holder(TaskId id, long claim) {}
}
